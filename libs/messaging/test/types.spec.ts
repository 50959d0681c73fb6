import type { Payload } from '@nameyard/contracts/event'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Consumes, type Delivery } from '../src/consumes'
import { Handles, HandlesBatch, type BatchItem } from '../src/handles'
import { echo, square, zoneChanged } from './fixture'

/** Checked by the compiler: each `@ts-expect-error` marks a handler that violates its contract and must not compile. */
class Handlers {
  @Handles(echo)
  async right({ text }: Input<typeof echo>, { correlationId }: Call): Promise<Result<typeof echo>> {
    return { text, correlationId }
  }

  // @ts-expect-error the result lacks a field
  @Handles(echo)
  async shortResult({ text }: Input<typeof echo>) {
    return { text }
  }

  // @ts-expect-error the input differs from the contract
  @Handles(echo)
  async otherInput({ text }: { text: number }): Promise<Result<typeof echo>> {
    return { text: String(text), correlationId: '' }
  }

  @HandlesBatch(square)
  async rightBatch(items: readonly BatchItem<typeof square>[]) {
    return items.map(({ input }) => ({ square: input.number }))
  }

  // @ts-expect-error a batch must return one answer per item
  @HandlesBatch(square)
  async oneForAll(): Promise<Result<typeof square>> {
    return { square: 1 }
  }

  @Consumes(zoneChanged)
  async rightConsumer({ zone }: Payload<typeof zoneChanged>, { messageId }: Delivery): Promise<void> {
    void [zone, messageId]
  }

  // @ts-expect-error the payload differs from the contract
  @Consumes(zoneChanged)
  async otherPayload({ zone }: { zone: number }): Promise<void> {
    void zone
  }
}

it('compiles only handlers that follow their contract', () => {
  expect(Handlers).toBeDefined()
})
