"""Find, check and render prompt templates. The only door to ``prompts/``.

A template is one Jinja2 file named for what it asks. It opens with a comment that declares it, and has two blocks:

    {# purpose: one line
       version: 3
       variables: question, today #}
    {% block system %}...{% endblock %}
    {% block user %}...{% endblock %}

What the header declares and what the body uses must agree; this is checked when the template is loaded. Parts that
templates share are files with a leading underscore, with the same header and no blocks. Text from sources goes
through the ``untrusted`` filter, which puts it in a marked, escaped block.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, meta

BLOCKS = ("system", "user")
SUFFIX = ".md.j2"

_HEADER = re.compile(r"\A\{#(.*?)#\}", re.DOTALL)
_FORGED = re.compile(r"<(?=/?\s*(?:source-text|system|assistant|user|tool|instruction)|\|)", re.IGNORECASE)
"""What could pass for the end of a block, for a turn of the conversation or for a control token."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")


class PromptError(ValueError):
    """A template is missing, or its header, its body and the given variables do not agree: a programming error."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A template as its header declares it."""

    name: str
    purpose: str
    version: int
    variables: frozenset[str]
    sha256: str
    """Of the template file and of the parts that it includes."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A prompt ready to be sent."""

    prompt: Prompt
    system: str
    user: str

    @property
    def messages(self) -> list[dict[str, str]]:
        """As chat messages; an empty system part is left out."""
        parts = (("system", self.system), ("user", self.user))
        return [{"role": role, "content": text} for role, text in parts if text]


def prompts_folder() -> Path:
    """The folder of the templates, in a checkout and in an installed wheel alike."""
    import research_agent.prompts as package

    return Path(package.__path__[0])


def prompt_names() -> tuple[str, ...]:
    """The names of all templates."""
    return tuple(sorted(path.name.removesuffix(SUFFIX) for path in prompts_folder().glob(f"[!_]*{SUFFIX}")))


def load_prompt(name: str) -> Prompt:
    """The declaration of a template, checked against its body.

    Raises:
        PromptError: there is no such template, or header and body do not agree.
    """
    return _load(name)[0]


def render(name: str, variables: Mapping[str, Any]) -> Rendered:
    """The prompt with its variables filled in.

    Raises:
        PromptError: the variables are not exactly those that the template declares.
    """
    prompt, template = _load(name)
    if prompt.variables != variables.keys():
        raise PromptError(
            f"prompt {name}: missing variables {sorted(prompt.variables - variables.keys())}, "
            f"unknown variables {sorted(variables.keys() - prompt.variables)}"
        )
    context = template.new_context(dict(variables))
    system, user = ("".join(template.blocks[block](context)).strip() for block in BLOCKS)
    return Rendered(prompt, system, user)


def untrusted(text: str, kind: str = "text") -> str:
    """``text`` from a source inside a marked block that it cannot close.

    The marker's nonce comes from the text's own hash: nobody who wrote a part of the text can know it, and the same
    call gives the same request when it is replayed.
    """
    safe = _CONTROL.sub("", _FORGED.sub("‹", text))
    nonce = hashlib.sha256(f"{kind}\n{safe}".encode()).hexdigest()[:12]
    while nonce in safe:
        nonce = hashlib.sha256(nonce.encode()).hexdigest()[:12]
    return f'<source-text-{nonce} kind="{kind}">\n{safe.strip()}\n</source-text-{nonce}>'


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(prompts_folder()),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # prompts are text; what comes from sources passes ``untrusted``
    )
    environment.filters["untrusted"] = untrusted
    return environment


@cache
def _load(name: str) -> tuple[Prompt, Template]:
    path = prompts_folder() / f"{name}{SUFFIX}"
    if not path.is_file():
        raise PromptError(f"there is no prompt {name!r}; there are {', '.join(prompt_names())}")
    prompt, used = _declaration(path.name)
    if used != prompt.variables:
        raise PromptError(f"prompt {name}: declares {sorted(prompt.variables)} and uses {sorted(used)}")
    template = _environment().get_template(path.name)
    if set(template.blocks) != set(BLOCKS):
        raise PromptError(f"prompt {name}: its blocks must be {BLOCKS}, not {sorted(template.blocks)}")
    return prompt, template


def _declaration(file: str) -> tuple[Prompt, frozenset[str]]:
    """What a file declares, and the variables that it and the parts it includes use."""
    text = (prompts_folder() / file).read_text(encoding="utf-8")
    tree = _environment().parse(text)
    prompt, used = _declared(file.removesuffix(SUFFIX), text), frozenset(meta.find_undeclared_variables(tree))
    for part in sorted(name for name in meta.find_referenced_templates(tree) if name):
        included, uses = _declaration(part)
        if uses != included.variables:
            raise PromptError(f"part {part}: declares {sorted(included.variables)} and uses {sorted(uses)}")
        used |= uses
        prompt = replace(prompt, sha256=hashlib.sha256(f"{prompt.sha256}{included.sha256}".encode()).hexdigest())
    return prompt, used


def _declared(name: str, text: str) -> Prompt:
    header = _HEADER.match(text)
    fields = dict(re.findall(r"^[ \t]*(\w+):[ \t]*(.*?)[ \t]*$", header.group(1), re.MULTILINE)) if header else {}
    if set(fields) != {"purpose", "version", "variables"} or not fields["version"].isdigit():
        raise PromptError(f"prompt {name}: the file must open with a comment of purpose, version and variables")
    names = frozenset(part.strip() for part in fields["variables"].split(",") if part.strip())
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Prompt(name, fields["purpose"], int(fields["version"]), names, digest)
