// All names in this file are in lower case and A-labels, without a final dot. A dot after a backslash is part of its
// label (RFC 1035 section 5.1). A backslash has no other use.

/** Whether a name is strictly below another one (RFC 9499 section 2, "subdomain"). */
export function isSubdomainOf(name: string, ancestor: string): boolean {
  const dot = name.length - ancestor.length - 1
  return dot > 0 && name.endsWith(ancestor) && name[dot] === '.' && name[dot - 1] !== '\\'
}

/** Whether a name equals another one or is below it. */
export function isWithin(name: string, apex: string): boolean {
  return name === apex || isSubdomainOf(name, apex)
}

/** Returns every name above a name, nearest first, without the root: `b.c` and `c` for `a.b.c`. */
export function ancestorsOf(name: string): string[] {
  const ancestors: string[] = []
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    if (name[dot - 1] !== '\\') ancestors.push(name.slice(dot + 1))
  }
  return ancestors
}
