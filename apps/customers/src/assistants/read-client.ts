import { Controller } from '@nestjs/common'
import { readClient } from '@nameyard/contracts/assistants/read-client'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Egress, EgressFailed, EgressRefused } from '@nameyard/egress/egress'
import { Handles } from '@nameyard/messaging/handles'

/** Time for the whole answer. A person waits for it. */
const TIMEOUT_MS = 3_000

/** Octets of an answer; the draft of metadata documents advises 5 KB. */
const MOST_OCTETS = 16_384

@Controller()
export class ReadClient {
  constructor(private readonly egress: Egress) {}

  @Handles(readClient)
  async execute({ url }: Input<typeof readClient>): Promise<Result<typeof readClient>> {
    const request = {
      method: 'GET',
      headers: { accept: 'application/json' },
      timeoutMs: TIMEOUT_MS,
      keepBytes: MOST_OCTETS,
    } as const
    try {
      const { status, headers, body, isCut } = await this.egress.send(url, request)
      return isCut ? {} : { answer: { status, headers, body } }
    } catch (error) {
      if (error instanceof EgressRefused || error instanceof EgressFailed) return {}
      throw error
    }
  }
}
