import { type RefObject, useEffect } from "react";

/**
 * Tells a screen reader which line is chosen. cmdk names the one that was chosen before the lines came anew, which may be
 * gone (1.1.1), so its word is put right whenever lines, choice or word change.
 */
export function useNamedChoice(palette: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = palette.current;
    if (root === null) return;
    const name = () => {
      const id = root.querySelector('[role="option"][aria-selected="true"]')?.id ?? null;
      for (const holder of root.querySelectorAll('[role="combobox"], [role="listbox"]')) {
        if (holder.getAttribute(attribute) === id) continue;
        if (id === null) holder.removeAttribute(attribute);
        else holder.setAttribute(attribute, id);
      }
    };
    name();
    const observer = new MutationObserver(name);
    const attributeFilter = ["aria-selected", attribute];
    observer.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter });
    return () => observer.disconnect();
  }, [palette]);
}

const attribute = "aria-activedescendant";
