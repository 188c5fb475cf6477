"""Make the samples from photographs that scikit-image ships.

Run: python resources/scripts/make_samples.py
"""

from __future__ import annotations

import json
import random
import shutil
from itertools import pairwise
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageEnhance, ImageFont, ImageOps
from skimage import data

HERE = Path(__file__).resolve().parent.parent / "samples"
SIDE = 420


def photo(name: str, side: int = SIDE) -> Image.Image:
    """A photograph, its longer side `side` pixels."""
    image = Image.fromarray(getattr(data, name)()).convert("RGB")
    image.thumbnail((side, side), Image.Resampling.LANCZOS)
    return image


def save(folder: Path, **pictures: Image.Image) -> None:
    """Save pictures by role as PNG."""
    folder.mkdir(parents=True, exist_ok=True)
    for role, picture in pictures.items():
        picture.save(folder / f"{role}.png", optimize=True)


def task(folder: Path, text: str) -> None:
    """Write a task.toml."""
    (folder / "task.toml").write_text(text, encoding="utf-8")


def mirror() -> None:
    """An edit done right."""
    folder = HERE / "coffee_mirrored"
    initial = photo("coffee")
    golden = ImageOps.mirror(initial)
    save(folder, initial=initial, result=golden, golden=golden)
    task(
        folder,
        'kind = "gimp_edit"\n'
        'instruction = "Mirror the photo of the cup left to right and save it as PNG."\n\n'
        '[artifacts]\ninitial = "initial.png"\nresult = "result.png"\ngolden = "golden.png"\n\n'
        '[[checks]]\nuse = "mirror"\n',
    )


def no_op() -> None:
    """Nothing was done: SSIM alone would pass it."""
    folder = HERE / "cat_darker"
    initial = photo("chelsea")
    golden = ImageEnhance.Brightness(initial).enhance(0.72)
    save(folder, initial=initial, result=initial, golden=golden)
    task(
        folder,
        'kind = "gimp_edit"\n'
        'instruction = "Make the photo of the cat a little darker, and change nothing else."\n\n'
        '[artifacts]\ninitial = "initial.png"\nresult = "result.png"\ngolden = "golden.png"\n\n'
        '[[checks]]\nuse = "brightness_decreased"\n',
    )


def wrong_direction() -> None:
    """The opposite was done: SSIM alone would pass it."""
    folder = HERE / "rocket_contrast"
    initial = photo("rocket")
    save(
        folder,
        initial=initial,
        result=ImageEnhance.Contrast(initial).enhance(0.72),
        golden=ImageEnhance.Contrast(initial).enhance(1.5),
    )
    task(
        folder,
        'kind = "gimp_edit"\n'
        'instruction = "Raise the contrast of the launch so that the flame stands out."\n\n'
        '[artifacts]\ninitial = "initial.png"\nresult = "result.png"\ngolden = "golden.png"\n\n'
        '[[checks]]\nuse = "contrast_increased"\n',
    )


def poster_picture(title: tuple[float, float], under: tuple[float, float]) -> Image.Image:
    """The astronaut, warmed and brightened, with a title."""
    base = photo("astronaut", 640)
    warm = np.asarray(base).astype(np.float32) * np.array([1.08, 1.02, 0.93], np.float32) + 6
    poster = Image.fromarray(np.clip(warm, 0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(poster)
    draw.text(title, "ORBIT", font=ImageFont.load_default(92), fill=(255, 233, 214))
    words = "An evening with Eileen Collins"
    draw.text(under, words, font=ImageFont.load_default(22), fill=(255, 233, 214))
    return poster


RUBRIC = """\
extends = "gimp_edit"
name = "poster"
version = 2

[[check]]
id = "title_legible"
asks = "标题文字是否清晰可读？"
asks_tr = { en = "Is the title legible?" }
bucket = "judge"
direct = true
overridable = true
scale = "three"

[[check]]
id = "title_lower_left"
asks = "标题是否位于左下角？"
asks_tr = { en = "Is the title in the lower left?" }
bucket = "judge"
direct = true
overridable = true
scale = "three"

[[check]]
id = "one_poster"
asks = "整体是否像一张海报？"
asks_tr = { en = "Does it read as one poster?" }
bucket = "judge"
direct = true
overridable = true
scale = "three"

[[check]]
id = "skin_natural"
asks = "肤色是否保持自然？"
asks_tr = { en = "Do the skin tones stay natural?" }
bucket = "judge"
direct = true
overridable = true
scale = "three"

[[step]]
id = "judge_mean"
verb = "mean"
of = ["judge"]
into = "judge_mean"
because = "the judge's answers that there are"

[[step]]
id = "blend"
verb = "blend"
of = ["judge_mean"]
share = 0.5
because = "the judge's mean is half of the grade"

[[step]]
id = "cap_judge_75"
verb = "cap"
at = 0.50
because = "the judge's mean is below .75"
when = { register = "judge_mean", below = 0.75 }

[[step]]
id = "cap_judge_50"
verb = "cap"
at = 0.35
because = "the judge's mean is below .5"
when = { register = "judge_mean", below = 0.5 }

[[headline]]
name = "overall_score"
passes = 0.80
"""


def poster() -> None:
    """A task with judge items, one of them not judged, and a cap that binds."""
    folder = HERE / "astronaut_poster"
    save(
        folder,
        initial=photo("astronaut", 640),
        result=poster_picture((150, 300), (156, 394)),
        golden=poster_picture((20, 372), (26, 466)),
    )
    task(
        folder,
        'kind = "gimp_edit"\ngraded_from = "score.json"\n'
        'instruction = """\n'
        "Warm the portrait and brighten it a little, then set the title ORBIT in the lower left "
        "in a light color, with the line “An evening with Eileen Collins” under it. "
        'Keep the face and the suit untouched.\n把标题 ORBIT 放在左下角，其余保持不变。"""\n\n'
        '[artifacts]\ninitial = "initial.png"\nresult = "result.png"\ngolden = "golden.png"\n\n'
        '[[checks]]\nuse = "file_size"\n',
    )
    (folder / "rubric.toml").write_text(RUBRIC, encoding="utf-8")
    score = {
        "overall_score": 0.5,
        "judge_method": "vlm",
        "checks": {
            "title_legible": {
                "score": 0.0,
                "reason": "The title lies over the white hoses of the suit; “Eileen” in the "
                "subtitle crosses a strap at a contrast of 1.6 : 1.",
            },
            "title_lower_left": {"score": 0.5, "reason": "It stands in the middle, to the left."},
            "one_poster": None,
            "skin_natural": {"score": 1.0, "reason": "Warmer, and still natural."},
        },
    }
    text = json.dumps(score, ensure_ascii=False, indent=2)
    (folder / "score.json").write_text(text + "\n", encoding="utf-8")


def broken() -> None:
    """A result that was cut off while it was written."""
    folder = HERE / "coins_inverted"
    initial = Image.fromarray(data.coins()).convert("L")
    initial.thumbnail((SIDE, SIDE))
    golden = ImageOps.invert(initial)
    save(folder, initial=initial, golden=golden, result=golden)
    whole = (folder / "result.png").read_bytes()
    (folder / "result.png").write_bytes(whole[: len(whole) // 2])
    task(
        folder,
        'kind = "gimp_edit"\ninstruction = "Invert the colors of the coins."\n\n'
        '[artifacts]\ninitial = "initial.png"\nresult = "result.png"\ngolden = "golden.png"\n\n'
        '[[checks]]\nuse = "inverted"\n',
    )


def semantic() -> None:
    """An edit without a golden picture: only a judge or a person can say."""
    folder = HERE / "cup_cut_out"
    initial = photo("coffee", 360)
    result = initial.convert("RGBA")
    mask = Image.new("L", initial.size, 0)
    width, height = initial.size
    ImageDraw.Draw(mask).ellipse(
        (width * 0.2, height * 0.08, width * 0.86, height * 0.98), fill=255
    )
    result.putalpha(mask)
    save(folder, initial=initial, result=result)
    task(
        folder,
        'kind = "gimp_edit"\npolicy = "semantic"\n'
        'instruction = "Remove the background around the cup so that it is transparent."\n\n'
        '[artifacts]\ninitial = "initial.png"\nresult = "result.png"\n\n'
        '[[checks]]\nuse = "mode"\n\n[[checks]]\nuse = "transparent"\n',
    )


MAZE_SIDE, MAZE_OPEN, MAZE_WALL = 8, 42, 6


def maze_passages() -> dict[tuple[int, int], list[tuple[int, int]]]:
    """A perfect maze by depth-first search: the open neighbours of each (row, column)."""
    source = random.Random(7)
    way = [(0, 0)]
    passages: dict[tuple[int, int], list[tuple[int, int]]] = {way[0]: []}
    while way:
        row, column = way[-1]
        around = [(row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)]
        fresh = [
            cell
            for cell in around
            if cell not in passages and min(cell) >= 0 and max(cell) < MAZE_SIDE
        ]
        if not fresh:
            way.pop()
            continue
        chosen = source.choice(fresh)
        passages[way[-1]].append(chosen)
        passages[chosen] = [way[-1]]
        way.append(chosen)
    return passages


def maze_way(
    passages: dict[tuple[int, int], list[tuple[int, int]]],
) -> list[tuple[int, int]]:
    """The cells from the upper left to the lower right."""
    came = {(0, 0): (0, 0)}
    waiting = [(0, 0)]
    for cell in waiting:
        for other in passages[cell]:
            if other not in came:
                came[other] = cell
                waiting.append(other)
    way = [(MAZE_SIDE - 1, MAZE_SIDE - 1)]
    while way[-1] != (0, 0):
        way.append(came[way[-1]])
    return way[::-1]


def maze_ground(passages: dict[tuple[int, int], list[tuple[int, int]]]) -> Image.Image:
    """The walls alone."""
    pitch = MAZE_OPEN + MAZE_WALL
    side = MAZE_SIDE * pitch + MAZE_WALL
    picture = Image.new("RGB", (side, side), "black")
    draw = ImageDraw.Draw(picture)
    for cell, others in passages.items():
        for other in (cell, *others):
            maze_fill(draw, cell, other, (255, 255, 255))
    return picture


def maze_fill(
    draw: ImageDraw.ImageDraw,
    first: tuple[int, int],
    second: tuple[int, int],
    color: tuple[int, int, int],
) -> None:
    """Fill the box around two cells."""
    pitch = MAZE_OPEN + MAZE_WALL
    rows, columns = sorted((first[0], second[0])), sorted((first[1], second[1]))
    left, top = MAZE_WALL + columns[0] * pitch, MAZE_WALL + rows[0] * pitch
    right, bottom = MAZE_WALL + columns[1] * pitch, MAZE_WALL + rows[1] * pitch
    draw.rectangle((left, top, right + MAZE_OPEN - 1, bottom + MAZE_OPEN - 1), fill=color)


def maze_squares(picture: Image.Image) -> Image.Image:
    """The same with the green start and the red end."""
    draw = ImageDraw.Draw(picture)
    end = (MAZE_SIDE - 1, MAZE_SIDE - 1)
    maze_fill(draw, (0, 0), (0, 0), (0, 255, 0))
    maze_fill(draw, end, end, (255, 0, 0))
    return picture


def maze_short_cut(
    way: list[tuple[int, int]], passages: dict[tuple[int, int], list[tuple[int, int]]]
) -> list[tuple[int, int]]:
    """The way with its first short cut through a wall that saves a few cells."""
    for start, cell in enumerate(way):
        for end in range(start + 4, len(way)):
            row, column = way[end]
            is_next = abs(cell[0] - row) + abs(cell[1] - column) == 1
            if start and is_next and way[end] not in passages[cell]:
                return way[: start + 1] + way[end:]
    return way


def maze() -> None:
    """A solved maze whose path cuts one wall: too small a share for the threshold to see."""
    folder = HERE / "maze_dfs"
    folder.mkdir(parents=True, exist_ok=True)
    name = f"dfs_medium_{MAZE_SIDE}x{MAZE_SIDE}_n000_var1_fixed_both"
    passages = maze_passages()
    way = maze_way(passages)
    puzzle, solution, answer = (maze_ground(passages) for _ in range(3))
    for first, second in pairwise(way):
        maze_fill(ImageDraw.Draw(solution), first, second, (0, 0, 255))
    pitch, half = MAZE_OPEN + MAZE_WALL, MAZE_WALL + MAZE_OPEN // 2
    points = [(c * pitch + half, r * pitch + half) for r, c in maze_short_cut(way, passages)]
    ImageDraw.Draw(answer).line(points, fill=(0, 0, 255), width=8, joint="curve")
    for ending, picture in (
        ("", puzzle),
        ("_solution", solution),
        ("_targeted_solution", answer),
    ):
        maze_squares(picture).save(folder / f"{name}{ending}.png", optimize=True)


def main() -> None:
    """Make all samples anew."""
    shutil.rmtree(HERE, ignore_errors=True)
    for make in (mirror, no_op, wrong_direction, poster, broken, semantic, maze):
        make()


if __name__ == "__main__":
    main()
