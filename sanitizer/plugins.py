"""Load parts of installed packages through six hooks, to be used by name (docs/plugins.md).

A plug-in is a module named by an entry point of the group ``semantic_sanitizer``; it implements any of the hooks with
``@sanitizer.plugins.hookimpl``. Each hook returns a mapping from names to makers; a part is named as the shipped ones
are, ``NAME`` or ``NAME:VALUE``, in the command, in settings files and in Python. The variable ``SANITIZER_PLUGINS``
chooses: unset loads all, ``none`` loads none, ``a,b`` loads the entry points of these names only.
"""

import os
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

import pluggy

from sanitizer.errors import ResourceError, UsageError, did_you_mean

GROUP: Final = "semantic_sanitizer"
VARIABLE: Final = "SANITIZER_PLUGINS"

hookimpl = pluggy.HookimplMarker(GROUP)
"""Marks a function of a plug-in as the implementation of the hook of its name."""
KINDS: Final = (
    "recognizers", "operators", "knowledge_bases", "count_sources", "document_formats", "commands",
)  # fmt: skip
"""The hooks; what each is to return: :class:`sanitizer.hooks.Hooks`."""


@cache
def _manager() -> pluggy.PluginManager:
    manager = pluggy.PluginManager(GROUP)
    for entry in _chosen():
        try:
            plugin = entry.load()
            manager.register(plugin, name=entry.name)
        except Exception as error:  # whatever a module of others does when it is imported
            raise ResourceError(
                f"plug-in {entry.name!r} cannot be loaded ({type(error).__name__}): mend or uninstall it, or leave it "
                f"out by {VARIABLE}"
            ) from error
        unknown = sorted({caller.name for caller in manager.get_hookcallers(plugin) or ()} - set(KINDS))
        if unknown:
            raise ResourceError(
                f"plug-in {entry.name!r}: {unknown[0]!r} is no hook{did_you_mean(unknown[0], KINDS)}; mend or "
                f"uninstall it, or leave it out by {VARIABLE}"
            )
    return manager


def _chosen() -> list[EntryPoint]:
    """Return the entry points to load, by name. Raises UsageError for a name that nothing has."""
    found = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    wanted = os.environ.get(VARIABLE)
    if wanted is None:
        return found
    names = [name.strip() for name in wanted.split(",") if name.strip()]
    if names in ([], ["none"]):
        return []
    missing = sorted(set(names) - {entry.name for entry in found})
    if missing:
        installed = ", ".join(entry.name for entry in found) or "none"
        raise UsageError(f"{VARIABLE}: no plug-in {missing[0]!r} is installed (installed: {installed})")
    return [entry for entry in found if entry.name in names]


def parts(kind: str) -> Mapping[str, Any]:
    """Return the parts of one of KINDS that plug-ins add, by name. Raises UsageError where two give one name."""
    return {name: part for name, (part, _) in _with_origin(kind).items()}


def origins(kind: str) -> Mapping[str, str]:
    """Return which plug-in each of those parts comes from: names and versions of the installed packages."""
    return {name: origin for name, (_, origin) in _with_origin(kind).items()}


@cache
def _with_origin(kind: str) -> Mapping[str, tuple[Any, str]]:
    found: dict[str, tuple[Any, str]] = {}
    manager = _manager()
    packages = {entry.name: entry.dist for entry in _chosen()}
    hook = getattr(manager.hook, kind, None)  # no plug-in has the hook
    for implementation in hook.get_hookimpls() if hook is not None else ():
        dist = packages.get(implementation.plugin_name)
        origin = f"{dist.name} {dist.version}" if dist else implementation.plugin_name
        for name, part in implementation.function().items():
            if name in found:
                raise UsageError(
                    f"plug-ins {found[name][1]} and {origin} both give the {kind} part {name!r}: leave one out by "
                    f"{VARIABLE}"
                )
            found[name] = (part, origin)
    return found


def without_clash(kind: str, shipped: "frozenset[str] | set[str]") -> Mapping[str, Any]:
    """Return the parts of plug-ins of a kind. Raises UsageError where one takes the name of a shipped part."""
    added = parts(kind)
    if clash := sorted(set(added) & set(shipped)):
        raise UsageError(
            f"plug-in {origins(kind)[clash[0]]}: {clash[0]!r} is the name of a part that ships with the package; "
            f"leave it out by {VARIABLE}"
        )
    return added
