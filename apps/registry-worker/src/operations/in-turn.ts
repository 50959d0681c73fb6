/** Queries about names that are asked at a time, so that orders find a free session. */
const AT_A_TIME = 4

/** Maps values in their order, some at a time. */
export async function inTurn<From, To>(from: readonly From[], map: (each: From) => Promise<To>): Promise<To[]> {
  const results: To[] = []
  for (let at = 0; at < from.length; at += AT_A_TIME) {
    results.push(...(await Promise.all(from.slice(at, at + AT_A_TIME).map(map))))
  }
  return results
}
