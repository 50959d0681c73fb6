import { Inject, Injectable } from '@nestjs/common'
import { z } from 'zod'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'

const state = z.object({ nextDue: z.iso.datetime().nullable(), jobs: z.int().default(0) })

/** Where the sandbox registry stands. */
export interface RegistryTime {
  /** When it next does something of itself. */
  readonly nextDue: Date | undefined
  /** How much it has just done. */
  readonly jobs: number
}

/** The time of the sandbox registry, by its control port. */
@Injectable()
export class RegistryClock {
  constructor(@Inject(REGISTRY_WORKER_CONFIG) private readonly config: RegistryWorkerConfig) {}

  read(): Promise<RegistryTime> {
    return this.ask({ method: 'GET' })
  }

  /** Puts it so many seconds ahead of the machine's time, and has it do what is due by then. */
  putAhead(secondsAhead: number): Promise<RegistryTime> {
    return this.ask({ method: 'PUT', body: JSON.stringify({ secondsAhead }) })
  }

  private async ask(request: RequestInit): Promise<RegistryTime> {
    const response = await fetch(new URL('/clock', this.config.REGISTRY_SANDBOX_CONTROL_URL), request)
    if (!response.ok) throw new Error(`the sandbox registry answers ${response.status} when its clock is asked for`)
    const { nextDue, jobs } = state.parse(await response.json())
    return { nextDue: nextDue === null ? undefined : new Date(nextDue), jobs }
  }
}
