import { fail } from '@nameyard/contracts/errors'
import { PASSED_INSTALLATIONS } from '@nameyard/contracts/passed-installations'

/** More installations than resell each other in earnest. */
const MOST = 16

const identifier = /^[\w.-]{1,64}$/

/** Reads the installations that a request has passed. Refuses names of another form, and more than anybody needs. */
export function passedIn(header: string | string[] | undefined): readonly string[] | undefined {
  if (header === undefined) return undefined
  const passed = String(header)
    .split(',')
    .map((each) => each.trim())
  if (passed.length <= MOST && passed.every((each) => identifier.test(each))) return passed
  return fail('invalid_input', { field: PASSED_INSTALLATIONS, problem: `must be at most ${MOST} identifiers` })
}
