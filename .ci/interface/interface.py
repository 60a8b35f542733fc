"""Prints the public interface of a crate, one item per line, from rustdoc's JSON: interface.py FILE.json

The parts of an item are indented under it, and types under a trait that they implement.
Hidden items are not in the JSON; implementations that every type gets are left out.

interface.py FILE.json --at-most N MODULE.. prints what the crate and its modules show, MODULE.. excepted, and fails beyond N items.
"""

import json
import re
import sys

with open(sys.argv[1]) as file:
    CRATE = json.load(file)
INDEX = {int(id): item for id, item in CRATE["index"].items()}
lines = set()


def listed(parts, between=", "):
    return between.join(part for part in parts if part)


def arguments(args):
    if not args:
        return ""
    if "parenthesized" in args:
        inside = args["parenthesized"]
        output = f" -> {type_of(inside['output'])}" if inside["output"] else ""
        return f"({listed(map(type_of, inside['inputs']))}){output}"
    if "angle_bracketed" not in args:
        return str(args)
    inside = args["angle_bracketed"]
    parts = []
    for arg in inside["args"]:
        if arg == "infer":
            parts.append("_")
        elif "lifetime" in arg:
            parts.append(arg["lifetime"])
        elif "type" in arg:
            parts.append(type_of(arg["type"]))
        else:
            parts.append(arg["const"]["expr"])
    for constraint in inside["constraints"]:
        name, binding = constraint["name"] + arguments(constraint["args"]), constraint["binding"]
        if "equality" in binding:
            equal = binding["equality"]
            parts.append(f"{name} = " + (type_of(equal["type"]) if "type" in equal else equal["constant"]["expr"]))
        else:
            parts.append(f"{name}: {bounds(binding['constraint'])}")
    return f"<{listed(parts)}>" if parts else ""


def path(of):
    return of["path"].split("::")[-1].strip() + arguments(of["args"])


def higher(params):
    return f"for<{listed(param['name'] for param in params)}> " if params else ""


def bounds(all):
    parts = []
    for bound in all:
        if "trait_bound" in bound:
            inside = bound["trait_bound"]
            sign = {"none": "", "maybe": "?", "maybe_const": "~const "}[inside["modifier"]]
            parts.append(higher(inside["generic_params"]) + sign + path(inside["trait"]))
        elif "outlives" in bound:
            parts.append(bound["outlives"])
        else:
            parts.append(f"use<{listed(arg.get('lifetime') or arg.get('param') for arg in bound['use'])}>")
    return listed(parts, " + ")


def type_of(type):
    if type == "infer":
        return "_"
    ((kind, inside),) = type.items()
    if kind == "resolved_path":
        return path(inside)
    if kind in ("generic", "primitive"):
        return inside
    if kind == "dyn_trait":
        traits = [higher(trait["generic_params"]) + path(trait["trait"]) for trait in inside["traits"]]
        return "dyn " + listed([*traits, inside["lifetime"]], " + ")
    if kind == "function_pointer":
        return higher(inside["generic_params"]) + header(inside["header"]) + "fn" + signature(inside["sig"], names=False)
    if kind == "tuple":
        return f"({listed(map(type_of, inside))}{',' if len(inside) == 1 else ''})"
    if kind == "slice":
        return f"[{type_of(inside)}]"
    if kind == "array":
        return f"[{type_of(inside['type'])}; {inside['len']}]"
    if kind == "impl_trait":
        return "impl " + bounds(inside)
    if kind == "raw_pointer":
        return ("*mut " if inside["is_mutable"] else "*const ") + type_of(inside["type"])
    if kind == "borrowed_ref":
        return "&" + listed([inside["lifetime"], "mut" if inside["is_mutable"] else "", type_of(inside["type"])], " ")
    if kind == "qualified_path":
        trait = inside["trait"]
        of = f"<{type_of(inside['self_type'])} as {path(trait)}>" if trait and trait["path"] else type_of(inside["self_type"])
        return f"{of}::{inside['name']}{arguments(inside['args'])}"
    return json.dumps(type)


def generics(of):
    """The parameters in angle brackets, and the `where` clause."""
    params = []
    for param in of["params"]:
        ((kind, inside),) = param["kind"].items()
        if kind == "lifetime":
            params.append(param["name"] + (": " + listed(inside["outlives"], " + ") if inside["outlives"] else ""))
        elif kind == "const":
            params.append(f"const {param['name']}: {type_of(inside['type'])}" + (f" = {inside['default']}" if inside["default"] else ""))
        elif not inside["is_synthetic"]:
            bound = f": {bounds(inside['bounds'])}" if inside["bounds"] else ""
            params.append(param["name"] + bound + (f" = {type_of(inside['default'])}" if inside["default"] else ""))
    where = []
    for predicate in of["where_predicates"]:
        ((kind, inside),) = predicate.items()
        if kind == "bound_predicate":
            where.append(f"{higher(inside['generic_params'])}{type_of(inside['type'])}: {bounds(inside['bounds'])}")
        elif kind == "lifetime_predicate":
            where.append(f"{inside['lifetime']}: {listed(inside['outlives'], ' + ')}")
        else:
            where.append(json.dumps(inside))
    return f"<{listed(params)}>" if params else "", f" where {listed(where)}" if where else ""


def header(of):
    abi = "" if of["abi"] == "Rust" else f"extern {json.dumps(of['abi'])} "
    return ("const " if of["is_const"] else "") + ("async " if of["is_async"] else "") + ("unsafe " if of["is_unsafe"] else "") + abi


def signature(sig, names=True):
    inputs = []
    for name, type in sig["inputs"]:
        text = type_of(type)
        if name == "self":
            inputs.append({"Self": "self", "&Self": "&self", "&mut Self": "&mut self"}.get(text, f"self: {text}"))
        else:
            inputs.append(f"{name}: {text}" if names else text)
    return f"({listed(inputs)})" + (f" -> {type_of(sig['output'])}" if sig["output"] else "")


def say(line, item):
    marks = "".join(f"#[{attr}] " for attr in item["attrs"] if attr == "non_exhaustive")
    lines.add(marks + ("#[deprecated] " if item["deprecation"] else "") + line)


def implementations(ids):
    for id in ids:
        item = INDEX.get(id)
        if item is None:
            continue
        of = item["inner"]["impl"]
        if of["is_synthetic"] or of["blanket_impl"]:
            continue
        params, where = generics(of["generics"])
        target = type_of(of["for"])
        if of["trait"]:
            sign = "!" if of["is_negative"] else ""
            types = [f"{i['name']} = {type_of(i['inner']['assoc_type']['type'])}" for i in map(INDEX.get, of["items"]) if i and "assoc_type" in i["inner"]]
            says = f" {{ {listed(types)} }}" if types else ""
            say(f"{'unsafe ' if of['is_unsafe'] else ''}impl{params} {sign}{path(of['trait'])} for {target}{where}{says}", item)
        else:
            members(f"impl{params} {target}{where}", of["items"])


def members(owner, ids):
    """The items of a trait or an `impl`."""
    for item in filter(None, map(INDEX.get, ids)):
        ((kind, inside),) = item["inner"].items()
        if kind == "function":
            params, where = generics(inside["generics"])
            given = " { .. }" if owner.startswith("trait") and inside["has_body"] else ""
            say(f"{owner}: {header(inside['header'])}fn {item['name']}{params}{signature(inside['sig'])}{where}{given}", item)
        elif kind == "assoc_const":
            say(f"{owner}: const {item['name']}: {type_of(inside['type'])}", item)
        elif kind == "assoc_type":
            bound = f": {bounds(inside['bounds'])}" if inside["bounds"] else ""
            say(f"{owner}: type {item['name']}{generics(inside['generics'])[0]}{bound}" + (f" = {type_of(inside['type'])}" if inside["type"] else ""), item)


def fields(name, ids):
    for item in filter(None, map(INDEX.get, ids)):
        say(f"field {name}::{item['name']}: {type_of(item['inner']['struct_field'])}", item)


def walk(at, item, name=None):
    """One item of a module whose path is `at`, under its own name or another one."""
    ((kind, inside),) = item["inner"].items()
    name = f"{at}::{name or item['name']}"
    if kind == "use":
        target = INDEX.get(inside["id"])
        if inside["is_glob"] and target is not None:
            for id in target["inner"].get("module", target["inner"].get("enum", {})).get("items", []):
                if id in INDEX:
                    walk(at, INDEX[id])
        elif target is None or target["crate_id"] != 0:
            say(f"use {inside['source']} as {at}::{inside['name']}", item)
        else:
            walk(at, target, inside["name"])
        return
    params, where = generics(inside["generics"]) if isinstance(inside, dict) and "generics" in inside else ("", "")
    if kind == "module":
        say(f"mod {name}", item)
        for id in inside["items"]:
            if id in INDEX:
                walk(name, INDEX[id])
    elif kind == "function":
        say(f"{header(inside['header'])}fn {name}{params}{signature(inside['sig'])}{where}", item)
    elif kind == "struct":
        shape = inside["kind"]
        tuple_fields = shape.get("tuple") if isinstance(shape, dict) else None
        shown = "" if tuple_fields is None else "(" + listed("_" if f not in INDEX else type_of(INDEX[f]["inner"]["struct_field"]) for f in tuple_fields) + ")"
        say(f"struct {name}{params}{shown}{where}", item)
        if isinstance(shape, dict) and "plain" in shape:
            fields(name, shape["plain"]["fields"])
        implementations(inside["impls"])
    elif kind == "enum":
        say(f"enum {name}{params}{where}", item)
        for variant in filter(None, map(INDEX.get, inside["variants"])):
            shape = variant["inner"]["variant"]["kind"]
            shown = ""
            if isinstance(shape, dict) and "tuple" in shape:
                shown = "(" + listed("_" if f not in INDEX else type_of(INDEX[f]["inner"]["struct_field"]) for f in shape["tuple"]) + ")"
            say(f"variant {name}::{variant['name']}{shown}", variant)
            if isinstance(shape, dict) and "struct" in shape:
                fields(f"{name}::{variant['name']}", shape["struct"]["fields"])
        implementations(inside["impls"])
    elif kind == "trait":
        bound = f": {bounds(inside['bounds'])}" if inside["bounds"] else ""
        say(f"{'unsafe ' if inside['is_unsafe'] else ''}trait {name}{params}{bound}{where}", item)
        members(f"trait {name}", inside["items"])
        implementations(inside["implementations"])
    elif kind == "type_alias":
        say(f"type {name}{params} = {type_of(inside['type'])}{where}", item)
    elif kind == "constant":
        say(f"const {name}: {type_of(inside['type'])}", item)
    elif kind == "static":
        say(f"static {name}: {type_of(inside['type'])}", item)
    else:
        say(f"{kind} {name}", item)


def overview(module, at, exempt=()):
    """A module, the names in it, and the modules in it. What another crate has is not in this one's JSON, so it has to be named."""
    names, below = [], []
    for item in filter(None, map(INDEX.get, module["items"])):
        use = item["inner"].get("use")
        name = use["name"] if use else item["name"]
        if name in exempt:
            continue
        if use and (use["is_glob"] or CRATE["paths"].get(str(use["id"]), {}).get("kind") == "module"):
            sys.exit(f"{at}: the items of {use['source']} can't be counted unless they are named")
        names.append(name)
        if "module" in item["inner"]:
            below.append((f"{at}::{name}", item["inner"]["module"]))
    return at, names, below


root = INDEX[CRATE["root"]]
if sys.argv[2:3] == ["--at-most"]:
    most, exempt = int(sys.argv[3]), sys.argv[4:]
    upper = overview(root["inner"]["module"], root["name"], exempt)
    shown = [upper, *(overview(module, at) for at, module in upper[2])]
    for at, names, _ in shown:
        print(f"{at}: {listed(sorted(names))}")
    count = sum(len(names) for _, names, _ in shown)
    print(f"{count} items beside {listed(exempt)}; at most {most}")
    sys.exit(count > most)
for id in root["inner"]["module"]["items"]:
    if id in INDEX:
        walk(root["name"], INDEX[id])
# What several lines have in common, and the rest.
PARTS = (
    r"(.*\b(?:impl|trait)\b.*?): ((?:const |async |unsafe )*(?:fn|const|type) .*)",
    r"((?:field|variant) [\w:]+)::(.*)",
    r"(impl [\w:]+ for) (\w+)",
)
heading = None
for line in sorted(lines):
    part = next(filter(None, (re.fullmatch(pattern, line) for pattern in PARTS)), None)
    if part and part[1] != heading:
        print(part[1])
    print(f"  {part[2]}" if part else line)
    heading = part and part[1]
