"""Drawings are parsed without files, network and bombs."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from lxml import etree

from reviewer.formats.document_error import DocumentError
from reviewer.formats.svg import MAX_BYTES, SVG, parse_svg, pixels_of, view_of
from reviewer.formats.svg_safety import hide_layers, make_safe

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def parsed(body: str, size: str = ' width="10" height="10"') -> etree._Element:
    return parse_svg(f"{HEAD}{size}>{body}</svg>".encode()).root


def test_a_drawing_over_the_limit_is_refused_at_once() -> None:
    data = b"<svg>" + b" " * (50 << 20)
    began = time.monotonic()
    with pytest.raises(DocumentError, match=f"big.svg: it has 52,428,805 bytes.*{MAX_BYTES:,}"):
        parse_svg(data, name="big.svg")
    assert time.monotonic() - began < 0.5


@pytest.mark.parametrize(
    ("data", "cause"),
    [
        (b"", "it is empty"),
        (b"<svg><rect </svg>", "invalid XML"),
        (b"<html/>", "no SVG"),
        (b"\x1f\x8b\x08", "compressed"),
        (b"<svg>" + b"<g>" * 5000 + b"</g>" * 5000 + b"</svg>", "nest too deep"),
    ],
)
def test_what_is_no_drawing_says_why(data: bytes, cause: str) -> None:
    with pytest.raises(DocumentError, match=cause):
        parse_svg(data)


def test_internal_entities_are_put_in_and_others_left_out(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("classified")
    declared = f'<!ENTITY bed "床"><!ENTITY e SYSTEM "{secret.as_uri()}"><!ENTITY m "<g/>">'
    body = "<text>&bed; 9<tspan/>&bed;mm&e;&m;</text>"
    document = parse_svg(f"<!DOCTYPE svg [{declared}]>{HEAD}>{body}</svg>".encode())
    assert "".join(document.root.itertext()) == "床 9床mm"
    assert set(document.notes) == {"The entity &e; was left out.", "The entity &m; was left out."}


def test_entities_in_attributes_become_text() -> None:
    source = '<!DOCTYPE svg [<!ENTITY c "#3366ff">]><svg><rect style="fill:&c;"/></svg>'
    root = parse_svg(source.encode()).root
    assert etree.tostring(root) == b'<svg><rect style="fill:#3366ff"/></svg>'


def test_an_entity_bomb_in_an_attribute_is_refused() -> None:
    declared = '<!ENTITY l0 "lollollol">'
    for level in range(1, 10):
        declared += f'<!ENTITY l{level} "{f"&l{level - 1};" * 10}">'
    began = time.monotonic()
    with pytest.raises(DocumentError, match="entities expand without end"):
        parse_svg(f'<!DOCTYPE svg [{declared}]><svg id="&l9;"/>'.encode())
    assert time.monotonic() - began < 1


def test_encodings() -> None:
    text = '<?xml version="1.0" encoding="ENC"?><svg xmlns="http://www.w3.org/2000/svg">Kü</svg>'
    for encoding in ("UTF-8", "UTF-16", "ISO-8859-1"):
        document = parse_svg(text.replace("ENC", encoding).encode(encoding))
        assert document.root.text == "Kü"
        assert "Kü" in document.text
        assert document.encoding == encoding


@pytest.mark.parametrize(
    ("length", "pixels"),
    [("10", 10), ("1in", 96), ("25.4mm", 96), (" 2.54 cm ", 96), ("50%", None), ("", None)],
)
def test_lengths(length: str, pixels: float | None) -> None:
    assert pixels_of(length) == pytest.approx(pixels) if pixels else pixels_of(length) is None


def test_view() -> None:
    assert view_of(parsed("", ' viewBox="1,2 30 40" width="9"')) is not None
    view = view_of(parsed("", ' viewBox="0 0 0 5" width="1in" height="20"'))
    assert view is not None
    assert (view.width, view.height) == (96, 20)
    assert view_of(parsed("", "")) is None
    assert view_of(parsed("", ' width="100%" height="100%"')) is None


def test_nothing_runs_or_loads() -> None:
    root = parsed(
        '<script>x</script>kept<rect onclick="x" fill="url(http://a/b#c)" style="fill:url(#g)"/>'
        '<image xlink:href="/etc/passwd"/><image href="data:image/png;base64,AA"/><use href="#a"/>'
        '<style>@import url("http://a/b.css"); rect{fill:#0f0}</style><foreignObject/>'
    )
    safe, notes = make_safe(root, name="a.svg")
    text = etree.tostring(safe, encoding="unicode")
    for gone in ("script", "foreignObject", "onclick", "http://a", "passwd", "@import"):
        assert gone not in text, gone
    for kept in ("kept", "data:image/png", 'href="#a"', "url(#g)", "rect{fill:#0f0}"):
        assert kept in text, kept
    assert len(notes) == 5
    assert "script" in etree.tostring(root, encoding="unicode")


def test_circles_and_multiplication_are_refused() -> None:
    circle = '<g id="a"><use href="#b"/></g><g id="b"><use xlink:href="#a"/></g>'
    with pytest.raises(DocumentError, match="in a circle"):
        make_safe(parsed(circle), name="a.svg")
    with pytest.raises(DocumentError, match="in a circle"):
        make_safe(parsed('<g id="a"><use href="#a"/></g>'), name="a.svg")
    uses = "".join(f'<g id="u{i}">' + f'<use href="#u{i + 1}"/>' * 10 + "</g>" for i in range(12))
    with pytest.raises(DocumentError, match="multiply"):
        make_safe(parsed(uses + '<g id="u12"><rect/></g>'), name="a.svg")
    twice = parsed('<g id="a"><rect/></g><use href="#a"/><use href="#a"/>')
    assert make_safe(twice, name="a.svg")[1] == ()


def test_layers_can_be_hidden() -> None:
    inkscape = "http://www.inkscape.org/namespaces/inkscape"
    root = parsed(
        f'<g xmlns:i="{inkscape}" i:groupmode="layer" i:label="base" style="opacity:1"/><g/>'
    )
    hide_layers(root, frozenset({"base"}))
    assert [child.get("style") for child in root] == ["opacity:1;display:none", None]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('<path d="' + "M0 0 " * 2_100_000 + '"/>', "longer than 10,000,000 bytes"),
        ("<text>" + "x" * 10_500_000 + "</text>", "longer than 10,000,000 bytes"),
        ("<!--" + "x" * 10_500_000 + "-->", "longer than 10,000,000 bytes"),
        ("<" + "x" * 60_000 + "/>", "a name in it is longer than any drawing needs"),
        ("<g>" * 300 + "</g>" * 300, "its elements nest too deep"),
    ],
    ids=["attribute", "text", "comment", "name", "deep"],
)
def test_what_is_too_long_is_named_for_what_it_is(body: str, said: str) -> None:
    source = f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>'
    with pytest.raises(DocumentError, match=said):
        parse_svg(source.encode(), name="plan.svg")


def test_a_message_quotes_no_name_of_megabytes() -> None:
    long = "x" * 40_000
    head = f'<!DOCTYPE svg [<!ENTITY {long} SYSTEM "file:///etc/passwd">]>'
    (note,) = parse_svg(f'{head}<svg xmlns="{SVG}"><g>&{long};</g></svg>'.encode()).notes
    assert note.startswith("The entity &xxx")
    assert len(note) < 100
    with pytest.raises(DocumentError) as caught:
        parse_svg(f"<{long}/>".encode())
    assert "it is XML but no SVG" in caught.value.cause
    assert len(str(caught.value)) < 600
