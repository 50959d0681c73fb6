import type { Payload } from '@nameyard/contracts/event'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { submitRegistryOperation } from '@nameyard/contracts/registry/submit-operation'

type Submission = Payload<typeof submitRegistryOperation>

/** Changes one secret: seals or opens it. */
type Change = (secret: string) => string

interface Secrets {
  readonly authInfo?: string
  readonly allocationToken?: string
  readonly desired?: { readonly authInfo?: string }
  /** The data of a command that only one registry has. */
  readonly data?: { readonly authInfo?: unknown }
}

/** An intent with its auth codes and the token of a reserved name changed: sealed before it is stored, opened to be sent. */
export function withCodes(intent: Submission['intent'], change: Change): Submission['intent'] {
  const { authInfo, allocationToken, desired, data } = intent as Secrets
  return {
    ...intent,
    ...(authInfo !== undefined && { authInfo: change(authInfo) }),
    ...(allocationToken !== undefined && { allocationToken: change(allocationToken) }),
    ...(desired?.authInfo !== undefined && { desired: { ...desired, authInfo: change(desired.authInfo) } }),
    ...(typeof data?.authInfo === 'string' && { data: { ...data, authInfo: change(data.authInfo) } }),
  }
}

/** A view with its auth code changed. */
export function viewWithCode<View extends RegistryView | undefined>(view: View, change: Change): View {
  return view?.authInfo === undefined ? view : { ...view, authInfo: change(view.authInfo) }
}
