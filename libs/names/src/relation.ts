// All names of this file are lower case, in A-labels, without a final dot. A dot behind a backslash is part of its label
// (RFC 1035 section 5.1); no other character has a backslash in front.

/** Whether a name lies strictly below another (RFC 9499 section 2, "subdomain"). */
export function isSubdomainOf(name: string, ancestor: string): boolean {
  const dot = name.length - ancestor.length - 1
  return dot > 0 && name.endsWith(ancestor) && name[dot] === '.' && name[dot - 1] !== '\\'
}

/** Whether a name is another or lies below it. */
export function isWithin(name: string, apex: string): boolean {
  return name === apex || isSubdomainOf(name, apex)
}

/** Every name strictly above, nearest first, the root left out: `a.b.c` gives `b.c`, `c`. */
export function ancestorsOf(name: string): string[] {
  const ancestors: string[] = []
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    if (name[dot - 1] !== '\\') ancestors.push(name.slice(dot + 1))
  }
  return ancestors
}
