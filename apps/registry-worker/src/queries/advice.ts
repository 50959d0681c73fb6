import type { Result } from '@nameyard/contracts/operation'
import type { inspectRegistryOperations } from '@nameyard/contracts/registry/inspect-operations'

type Cause = NonNullable<Result<typeof inspectRegistryOperations>['operations'][number]['stuck']>['cause']

const END = "Or end it with 'registry fail'."

/** Why an operation waits, and what an operator can do: each one or two sentences. `text` is what was said last. */
export function adviceOn(
  cause: Cause,
  { account, text }: { readonly account: string; readonly text: string | undefined },
): { readonly why: string; readonly todo: string } {
  const said = text === undefined ? '' : `: ${text}`
  switch (cause) {
    case 'unknown-outcome':
      return {
        why: `A command was sent and its outcome is unknown${said}`,
        todo: `Ask the registry about the object, then 'registry retry': it asks again before it sends anything. ${END}`,
      }
    case 'account-closed':
      return {
        why: `Nothing is sent for ${account}${said}`,
        todo: `Solve the problem, check it with 'registry test ${account}', then 'registry resume ${account}'.`,
      }
    case 'money':
      return {
        why: `Our balance at the registry is too low${said}`,
        todo: `Pay the registry, then 'registry resume ${account}'. ${END}`,
      }
    case 'predecessor-missing':
      return {
        why: 'An earlier operation of the domain has not arrived',
        todo: "Look at 'dead-letters list registry-worker' and redrive it.",
      }
    case 'long-pending':
      return {
        why: 'The registry answered 1001 (action pending) and has not decided since',
        todo: `Ask the registry, then 'registry retry', which reads the object. ${END}`,
      }
    case 'not-sent':
      return {
        why: `Its command was not sent or not accepted in several attempts${said}`,
        todo: `Check the account with 'registry test ${account}', then 'registry retry'. ${END}`,
      }
  }
}
