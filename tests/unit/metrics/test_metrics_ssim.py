"""SSIM equals scikit-image's, adapts its window, and refuses what it cannot measure."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.metrics import NotMeasured
from reviewer.metrics.ssim import fitting_window, ssim, ssim_map


def noisy_pair(shape: tuple[int, ...], seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    one = rng.integers(0, 256, shape, dtype=np.uint8)
    two = np.clip(one.astype(int) + rng.integers(-40, 41, shape), 0, 255).astype(np.uint8)
    return one, two


@settings(max_examples=40, deadline=None)
@given(height=st.integers(7, 90), width=st.integers(7, 60), seed=st.integers(0, 999))
def test_it_equals_scikit_image(height: int, width: int, seed: int):
    from skimage.metrics import structural_similarity

    one, two = noisy_pair((height, width, 3), seed)
    expected, shown = structural_similarity(one, two, channel_axis=2, full=True)
    assert ssim(one, two).value == pytest.approx(expected, abs=1e-12)
    measured = ssim(one, two, full=True)
    assert measured.value == pytest.approx(expected, abs=1e-12)
    np.testing.assert_allclose(measured.map, shown, atol=1e-12)


@pytest.mark.parametrize("level", [0, 1, 127, 255])
def test_flat_pictures_lose_no_digit(level: int):
    from skimage.metrics import structural_similarity

    one = np.full((40, 40, 3), level, dtype=np.uint8)
    two = np.full((40, 40, 3), 255 - level, dtype=np.uint8)
    two[20, 20] = 7
    expected = structural_similarity(one, two, channel_axis=2)
    assert ssim(one, two).value == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(("kind", "top"), [(np.uint16, 65535), (np.float64, 1.0)])
def test_deeper_pixels_keep_their_range(kind: type, top: float):
    from skimage.metrics import structural_similarity

    rng = np.random.default_rng(3)
    one = (rng.random((31, 44)) * top).astype(kind)
    two = (rng.random((31, 44)) * top * 0.5 + one * 0.5).astype(kind)
    expected = structural_similarity(one, two, data_range=top)
    assert ssim(one, two, data_range=top).value == pytest.approx(expected, abs=1e-10)


def test_identical_pictures_are_exactly_one():
    one, _ = noisy_pair((33, 35, 3))
    measured = ssim(one, one.copy())
    assert measured.value == 1.0
    assert measured.channels == (1.0, 1.0, 1.0)
    assert measured.map is None


@pytest.mark.parametrize(("side", "window"), [(3, 3), (4, 3), (5, 5), (6, 5), (7, 7), (8, 7)])
def test_small_pictures_use_the_largest_odd_window(side: int, window: int):
    from skimage.metrics import structural_similarity

    one, two = noisy_pair((side, 30, 3))
    measured = ssim(one, two)
    assert measured.window == window
    expected = structural_similarity(one, two, win_size=window, channel_axis=2)
    assert measured.value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (1, 7), (2, 300)])
def test_below_three_pixels_nothing_is_measured(shape: tuple[int, int]):
    one = np.zeros(shape, dtype=np.uint8)
    with pytest.raises(NotMeasured, match=f"{shape[1]}×{shape[0]}.*at least 3"):
        ssim(one, one)


def test_other_sizes_are_refused_by_name():
    with pytest.raises(NotMeasured, match="480×320 and 640×427"):
        ssim(np.zeros((320, 480), np.uint8), np.zeros((427, 640), np.uint8))


@pytest.mark.parametrize("window", [1, 2, 6, -3])
def test_a_window_is_odd_and_at_least_three(window: int):
    with pytest.raises(ValueError, match="odd"):
        fitting_window(100, 100, window)


def test_not_finite_pixels_are_refused():
    one = np.zeros((9, 9))
    one[4, 4] = np.nan
    with pytest.raises(NotMeasured, match="finite"):
        ssim(one, np.zeros((9, 9)), data_range=1.0)


def test_rgb_drops_alpha_and_each_counts_it():
    one, two = noisy_pair((20, 20, 3))
    clear = np.zeros((20, 20, 1), np.uint8)
    solid = np.full((20, 20, 1), 255, np.uint8)
    a, b = np.concatenate([one, clear], 2), np.concatenate([two, solid], 2)
    assert ssim(a, b).value == ssim(one, two).value
    each = ssim(a, b, channels="each")
    assert len(each.channels) == 4
    assert each.channels[3] < 0.01


def test_grey_beside_color_is_repeated():
    grey, _ = noisy_pair((20, 20))
    color = np.repeat(grey[..., None], 3, axis=2)
    assert ssim(grey, color).value == 1.0
    with pytest.raises(NotMeasured, match="channels"):
        ssim(grey, color, channels="each")


def test_sixteen_bits_are_scaled_by_value_and_not_clipped():
    eight, two = noisy_pair((20, 20))
    sixteen = eight.astype(np.uint16) * 257
    assert ssim(sixteen, eight).value == 1.0
    assert ssim(sixteen, two).value == ssim(eight, two).value


def test_no_input_is_written_to():
    one, two = noisy_pair((20, 20, 3))
    before = one.copy(), two.copy()
    ssim(one, two, full=True)
    np.testing.assert_array_equal(one, before[0])
    np.testing.assert_array_equal(two, before[1])


@pytest.mark.parametrize("step", [1, 4, 7, 100])
def test_the_map_to_show_averages_blocks(step: int):
    one, two = noisy_pair((45, 61, 3))
    whole = ssim(one, two, full=True).map.mean(axis=2)
    shown = ssim_map(one, two, step=step)
    assert shown.shape == (-(-45 // step), -(-61 // step))
    assert shown[0, 0] == pytest.approx(whole[:step, :step].mean(), abs=1e-6)
    rows, columns = 44 // step * step, 60 // step * step
    assert shown[-1, -1] == pytest.approx(whole[rows:, columns:].mean(), abs=1e-6)


def test_memory_stays_a_small_part_of_scikit_images():
    one, two = noisy_pair((600, 800, 3))
    tracemalloc.start()
    ssim(one, two)
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # scikit-image holds about 116 bytes a pixel beside its input; strips do not grow with rows.
    assert used < 600 * 800 * 116 / 6
    tracemalloc.start()
    ssim(np.tile(one, (4, 1, 1)), np.tile(two, (4, 1, 1)))
    taller = tracemalloc.get_traced_memory()[1] - 8 * one.nbytes
    tracemalloc.stop()
    assert taller < used * 1.2
