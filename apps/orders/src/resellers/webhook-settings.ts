import { Refusal } from '@nameyard/contracts/errors'
import { getLegacyWebhook } from '@nameyard/contracts/events/webhooks/get-legacy-webhook'
import type { Answer, Call } from '@nameyard/contracts/operation'
import type { Rpc } from '@nameyard/messaging/rpc'

/** Milliseconds for the answer of the events service. */
const ANSWER_MS = 2_000

/** The webhook of an account; undefined while the events service does not answer: the other settings are read without it. */
export async function webhookSettings(
  rpc: Rpc,
  resellerId: number,
  call: Call,
): Promise<Answer<typeof getLegacyWebhook> | undefined> {
  try {
    return await rpc.call(getLegacyWebhook, { resellerId }, call, { timeoutMs: ANSWER_MS })
  } catch (error) {
    if (error instanceof Refusal && error.refusal === 'service_unavailable') return undefined
    throw error
  }
}
