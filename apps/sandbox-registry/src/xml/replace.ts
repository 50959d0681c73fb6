import type { Element } from './read'

/** The element with other children in place of those of a name, in its own namespace. */
export function replaceChildren(parent: Element, local: string, by: (child: Element) => Element): Element {
  const children = parent.children.map((child) => (child.local === local && child.ns === parent.ns ? by(child) : child))
  return { ...parent, children }
}

/** The children of a name, in the namespace of their parent, wherever they stand. */
export function childrenOf(parent: Element | undefined, local: string): Element[] {
  return parent?.children.filter((child) => child.local === local && child.ns === parent.ns) ?? []
}
