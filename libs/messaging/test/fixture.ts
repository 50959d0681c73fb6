import { Controller, Inject, Injectable, Module, type INestApplicationContext } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { z } from 'zod'
import { fail, Refusal } from '@nameyard/contracts/errors'
import { command, event, type Payload } from '@nameyard/contracts/event'
import { internalOperation, operation, type Call, type Input, type Result } from '@nameyard/contracts/operation'
import { advised } from '../src/advised'
import { Connection } from '../src/connection'
import { Consumes, type Delivery } from '../src/consumes'
import { DeadLetters } from '../src/dead-letters'
import { Handles, HandlesBatch, type BatchItem } from '../src/handles'
import { MessagingModule, type MessagingOptions } from '../src/messaging-module'
import { JsonText, printed } from '../src/printed'
import { Publisher } from '../src/publisher'
import { Rpc } from '../src/rpc'
import { MessagingServer } from '../src/server'

const service = 'dns'
const audience = 'service'
const callers = ['gateway'] as const

export const echo = internalOperation({
  id: 'test.echo',
  service,
  audience,
  callers,
  effect: 'read',
  summary: 'Give back what came',
  body: z.object({ text: z.string().min(1), times: z.coerce.number().default(1) }),
  result: z.object({ text: z.string(), correlationId: z.string() }),
  errors: ['zone_not_found'],
})

/** Waits until the test opens the gate of the given name. */
export const gated = internalOperation({
  id: 'test.gated',
  service,
  audience,
  callers,
  effect: 'read',
  summary: 'Wait for the test',
  body: z.object({ gate: z.string() }),
  result: z.object({ gate: z.string() }),
})

/** Squares numbers together; `throws` makes a whole batch fail, `refused` only its own item. */
export const square = internalOperation({
  id: 'test.square',
  service,
  audience,
  callers,
  effect: 'read',
  summary: 'Square numbers together',
  body: z.object({ number: z.number(), bad: z.enum(['throws', 'refused']).optional() }),
  result: z.object({ square: z.number() }),
  errors: ['zone_not_found'],
})

/** Handled by the domains service, which several tests start. */
export const noted = internalOperation({
  id: 'test.noted',
  service: 'domains',
  audience,
  callers,
  effect: 'write',
  summary: 'Be seen',
  body: z.object({ zone: z.string() }),
  result: z.object({}),
})

/** For operators only. */
export const restricted = internalOperation({
  id: 'test.restricted',
  service,
  audience: 'operator',
  effect: 'write',
  summary: 'Do what only an operator may',
  body: z.object({}),
  result: z.object({ operator: z.string() }),
})

/** For contact persons; returns who they are. */
export const whoami = operation({
  id: 'test.whoami',
  service,
  effect: 'read',
  method: 'GET',
  path: '/v1/test',
  summary: 'Return the actor',
  description: 'Return the actor.',
  result: z.object({ resellerId: z.int().nullable() }),
})

/** Asks `whoami` for the caller. */
export const relayed = internalOperation({
  id: 'test.relayed',
  service: 'domains',
  audience,
  callers,
  effect: 'read',
  summary: 'Return the actor that another service sees',
  result: z.object({ resellerId: z.int().nullable() }),
})

export const unhandled = internalOperation({
  id: 'test.unhandled',
  service,
  audience,
  callers,
  effect: 'read',
  summary: 'Has no handler',
  result: z.object({}),
})

export const zoneChanged = event({
  id: 'test.zone-changed',
  producer: 'dns',
  consumers: ['dns', 'domains'],
  payload: z.object({ zone: z.string() }),
})
export const publishZone = command({ id: 'test.publish-zone', service: 'dns', payload: z.object({ zone: z.string() }) })

/** Records what the handlers received, and has the gates that the test opens. */
@Injectable()
export class Bench {
  readonly batches: number[][] = []
  readonly notes: string[] = []
  readonly seen: { id: string; zone: string; delivery: Delivery }[] = []
  running = 0
  mostRunning = 0
  onMessage: (zone: string, delivery: Delivery) => Promise<void> = async () => {}
  private readonly gates = new Map<string, () => void>()

  gate(name: string): Promise<void> {
    return new Promise((resolve) => this.gates.set(name, resolve))
  }

  isWaiting(name: string): boolean {
    return this.gates.has(name)
  }

  open(name: string): void {
    this.gates.get(name)?.()
    this.gates.delete(name)
  }

  async message(id: string, { zone }: { zone: string }, delivery: Delivery): Promise<void> {
    this.mostRunning = Math.max(this.mostRunning, ++this.running)
    this.seen.push({ id, zone, delivery })
    try {
      await this.onMessage(zone, delivery)
    } finally {
      this.running--
    }
  }
}

@Controller()
class EchoHandler {
  @Handles(restricted)
  async restricted(_input: unknown, { operator = '' }: Call): Promise<Result<typeof restricted>> {
    return { operator }
  }

  @Handles(echo)
  async execute(input: Input<typeof echo>, call: Call) {
    if (input.text === 'refuse') fail('zone_not_found', { zone: 'example.org' })
    if (input.text === 'undeclared') fail('domain_not_found', { domain: 'example.org' })
    if (input.text === 'throw') throw new Error('broken inside')
    const result = { text: input.text.repeat(input.times), correlationId: call.correlationId }
    if (input.text === 'print') return printed<typeof result>({ ...result, text: new JsonText('"as it \\u0077as"') })
    return input.text === 'advise' ? advised(result, [{ code: 1, data: 'text', desc: 'Say less.' }]) : result
  }
}

@Controller()
class GatedHandler {
  constructor(@Inject(Bench) private readonly bench: Bench) {}

  @Handles(gated)
  async execute(input: Input<typeof gated>): Promise<Result<typeof gated>> {
    await this.bench.gate(input.gate)
    return input
  }
}

@Controller()
class SquareHandler {
  constructor(@Inject(Bench) private readonly bench: Bench) {}

  @HandlesBatch(square)
  async executeBatch(items: readonly BatchItem<typeof square>[]): Promise<(Result<typeof square> | Refusal)[]> {
    this.bench.batches.push(items.map(({ input }) => input.number))
    if (items.some(({ input }) => input.bad === 'throws')) throw new Error('one of them is bad')
    return items.map(({ input }) =>
      input.bad ? new Refusal('zone_not_found', { zone: 'example.org' }) : { square: input.number ** 2 },
    )
  }
}

@Controller()
class NotedHandler {
  constructor(@Inject(Bench) private readonly bench: Bench) {}

  @Handles(noted)
  async execute({ zone }: Input<typeof noted>): Promise<Result<typeof noted>> {
    this.bench.notes.push(zone)
    return {}
  }
}

@Controller()
class OnZoneChanged {
  constructor(@Inject(Bench) private readonly bench: Bench) {}

  @Consumes(zoneChanged)
  async on(payload: Payload<typeof zoneChanged>, delivery: Delivery): Promise<void> {
    await this.bench.message(zoneChanged.id, payload, delivery)
  }
}

@Controller()
class OnPublishZone {
  constructor(@Inject(Bench) private readonly bench: Bench) {}

  @Consumes(publishZone)
  async on(payload: Payload<typeof publishZone>, delivery: Delivery): Promise<void> {
    await this.bench.message(publishZone.id, payload, delivery)
  }
}

@Controller()
class WhoamiHandler {
  @Handles(whoami)
  async execute(_input: unknown, { actor }: Call): Promise<Result<typeof whoami>> {
    return { resellerId: actor?.resellerId ?? null }
  }
}

@Controller()
class RelayedHandler {
  constructor(private readonly rpc: Rpc) {}

  @Handles(relayed)
  execute(_input: unknown, call: Call): Promise<Result<typeof relayed>> {
    return this.rpc.call(whoami, {}, call)
  }
}

const controllers = {
  dns: [EchoHandler, GatedHandler, SquareHandler, WhoamiHandler, OnZoneChanged, OnPublishZone],
  domains: [NotedHandler, RelayedHandler, OnZoneChanged],
  gateway: [],
}

export interface Running {
  readonly app: INestApplicationContext
  readonly connection: Connection
  readonly rpc: Rpc
  readonly publisher: Publisher
  readonly deadLetters: DeadLetters
  readonly bench: Bench
}

/** Starts an application with only messaging and the handlers of its service. */
export async function start(
  party: keyof typeof controllers,
  options: Omit<MessagingOptions, 'service'>,
): Promise<Running> {
  @Module({
    imports: [MessagingModule.forService({ service: party, retryPausesMs: [5, 5], ...options })],
    controllers: controllers[party],
    providers: [Bench],
  })
  class App {}
  const app = await NestFactory.createMicroservice(App, {
    inject: [MessagingServer],
    useFactory: (strategy: MessagingServer) => ({ strategy }),
    logger: false,
  })
  await app.listen()
  return {
    app,
    connection: app.get(Connection),
    rpc: app.get(Rpc),
    publisher: app.get(Publisher),
    deadLetters: app.get(DeadLetters),
    bench: app.get(Bench),
  }
}
