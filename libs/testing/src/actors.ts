import { generateKeyPairSync } from 'node:crypto'
import type { AnyOperation, Call, ServiceName } from '@nameyard/contracts/operation'
import { StatementSigner } from '@nameyard/messaging/actor-statement'
import type { Rpc } from '@nameyard/messaging/rpc'
import type { Party } from '@nameyard/messaging/topology'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')

/** The keys of statements in tests, as settings of services. */
export const actorSettings = {
  ACTOR_KEYS: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  ACTOR_SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}

/** The keys whose statements services under test accept. */
export const actorKeys = [publicKey]

const signer = new StatementSigner(privateKey)

/** Signs the actor of a call to an operation, as the customers service does when a token is checked. */
export function stated(call: Call, audience: string): Call {
  const { actor, deadline } = call
  if (!actor || call.statement !== undefined) return call
  return { ...call, statement: signer.sign({ audience: audience as ServiceName, expires: deadline, actor }) }
}

/**
 * In whose name a test asks for an operation: its party's own, and for operations that this party may not ask for, that of
 * one that may.
 */
export const speaker =
  (party: Party) =>
  ({ callers }: AnyOperation): Party =>
    callers === undefined || callers.includes(party) ? party : callers[0]!

/** An RPC client that signs the actor of each call. A service presents statements that are made out to itself. */
export function signing(rpc: Rpc, party: Party = 'gateway'): Rpc {
  const sign = (operation: AnyOperation, call: Call) => {
    const sender = speaker(party)(operation)
    return stated(call, sender === 'gateway' ? operation.service : sender)
  }
  return {
    call: (operation: AnyOperation, input: never, call: Call, options?: object) =>
      rpc.call(operation, input, sign(operation, call), options),
    callText: (operation: AnyOperation, input: never, call: Call) =>
      rpc.callText(operation, input, sign(operation, call)),
  } as unknown as Rpc
}
