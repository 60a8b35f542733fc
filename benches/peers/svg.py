"""Smaller SVG of the same look as Matplotlib's."""

import re
import xml.etree.ElementTree as ET

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
LINK = f"{{{XLINK}}}href"
# Tenths of a point suffice.
NUMBER = re.compile(r"-?\d+\.\d+")


def rounded(text):
    return NUMBER.sub(lambda number: f"{float(number.group()):.1f}".removesuffix(".0"), text)


def line(d):
    """The commands of a path without blanks, and with short ones for horizontal and vertical lines."""
    found, x, y = "", None, None
    for command, numbers in re.findall(r"([A-Za-z])([^A-Za-z]*)", rounded(d)):
        old, numbers = (x, y), numbers.split()
        x, y = numbers[-2:] if numbers else (x, y)
        if command == "L" and old[1] == y:
            found += f"H{x}"
        elif command == "L" and old[0] == x:
            found += f"V{y}"
        else:
            found += command + " ".join(numbers)
    return found


def unwrapped(element):
    """The children, with those of groups that only name them."""
    for child in element:
        if child.tag.endswith("}g") and not child.attrib:
            yield from unwrapped(child)
        else:
            child[:] = unwrapped(child)
            yield child


def merged(children, styles, markers):
    """The children, in which equal ticks, and neighbours of equal opaque style, are one path."""
    found, ticks = [], {}
    for child in children:
        child[:] = merged(child, styles, markers)
        mark = markers.get(child.get(LINK, "")[1:])
        if mark:
            tick = ticks.get(child.get(LINK))
            if tick is None:
                tick = ticks[child.get(LINK)] = ET.Element(f"{{{SVG}}}path", {"d": "", "class": child.get("class")})
                found.append(tick)
            tick.set("d", f"{tick.get('d')}M{child.get('x')} {child.get('y')}{mark}")
            continue
        last = found[-1] if found else None
        alike = last is not None and child.tag == last.tag == f"{{{SVG}}}path" and "id" not in child.attrib
        if alike and {**child.attrib, "d": ""} == {**last.attrib, "d": ""} and "opacity" not in styles.get(child.get("class"), ""):
            last.set("d", last.get("d") + child.get("d"))
        elif not (child.tag.endswith("}defs") and not len(child)):
            found.append(child)
    return found


def dotted(children, dots):
    """The children, in which lines with a dot at each point have these as markers, instead of a group after the line."""
    found = []
    for child in children:
        line = next((other for other in reversed(found) if not other.tag.endswith("}defs")), None)
        points = re.findall("[A-Za-z]", line.get("d", "")) if line is not None else []
        dot = child[0].get(LINK, "#")[1:] if child.tag.endswith("}g") and len(child) else None
        if dot in dots and len(points) == len(child) and line.get("clip-path") == child.get("clip-path"):
            line.set("style", f"marker:url(#m{dot})")
            if dots[dot].tag.endswith("}path"):
                path = ET.Element(dots[dot].tag, {"id": dot, "d": dots[dot].get("d"), "class": child[0].get("class")})
                dots[dot].tag, dots[dot].attrib = f"{{{SVG}}}marker", {"id": f"m{dot}", "overflow": "visible", "markerUnits": "userSpaceOnUse"}
                dots[dot].append(path)
        else:
            found.append(child)
    return found


def smaller(text):
    ET.register_namespace("", SVG)
    ET.register_namespace("xlink", XLINK)
    root = ET.fromstring(text)
    ids = {name: f"i{n}" for n, name in enumerate(dict.fromkeys(re.findall(r"[\"(]#(\w+)", text)))}
    classes, markers = {}, {}
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag.endswith("}metadata"):
                parent.remove(child)
    for element in root.iter():
        attributes = element.attrib
        if not element.tag.endswith(("}text", "}tspan", "}style")):
            element.text = None
        element.tail = None
        name = ids.get(attributes.pop("id", None))
        if name:
            attributes["id"] = name
        if attributes.get("transform", "").startswith("rotate(-0 "):
            del attributes["transform"]
        for key, value in attributes.items():
            value = re.sub(r"#(\w+)", lambda found: "#" + ids.get(found[1], found[1]), value)
            attributes[key] = line(value) if key == "d" else value if key == "style" else rounded(value)
        if "style" in attributes:
            style = attributes.pop("style").replace(": ", ":").replace("; ", ";").replace(", ", ",")
            attributes["class"] = classes.setdefault(style, f"s{len(classes)}")
    styles = {name: style for style, name in classes.items()}
    for path in root.iter(f"{{{SVG}}}path"):
        # The marks of the axes: lines from the origin.
        mark = re.fullmatch(r"M0 0([HV])(-?[\d.]+)", path.get("d"))
        if mark and "id" in path.attrib:
            markers[path.get("id")] = mark[1].lower() + mark[2]
    root[:] = unwrapped(root)
    for defs in root.iter(f"{{{SVG}}}defs"):
        defs[:] = [child for child in defs if child.get("id") not in markers]
    root[:] = merged(root, styles, markers)
    dots = {path.get("id"): path for path in root.iter(f"{{{SVG}}}path") if "id" in path.attrib}
    root[:] = dotted(root, dots)
    sheet = next(root.iter(f"{{{SVG}}}style"))
    sheet.attrib.clear()
    used = {element.get("class") for element in root.iter()}
    sheet.text += "".join(f"\n.{name}{{{style}}}" for name, style in styles.items() if name in used) + "\n"
    return ET.tostring(root, "unicode").replace(" />", "/>").replace("><", ">\n<") + "\n"
