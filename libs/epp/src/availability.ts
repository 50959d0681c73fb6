import { dataOf, type Answer } from './answer'
import { boolean, ElementReader, token } from './element-reader'

/** Whether a name or identifier can still be created. */
export interface Availability {
  /** The domain name, host name or contact identifier as the registry echoes it, which may differ in case. */
  readonly id: string
  readonly available: boolean
  /** The registry's reason, when it is not available. */
  readonly reason: string | undefined
}

/** Reads `chkData` of any object; `key` is the element that names the object, `name` or `id`. */
export function decodeAvailability(answer: Answer, ns: string, key: 'name' | 'id'): Availability[] {
  return dataOf(answer, ns, 'chkData')
    .all('cd')
    .map((cd) => {
      const reader = new ElementReader(cd)
      const id = reader.get(key)
      return { id: token(id), available: boolean(id, 'avail'), reason: reader.optionalToken('reason') }
    })
}
