import { Inject, Injectable } from '@nestjs/common'
import { z } from 'zod'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'

const state = z.object({ nextDue: z.iso.datetime().nullable() })

/** The clock of the sandbox registry, through its control port. */
@Injectable()
export class RegistryClock {
  constructor(@Inject(REGISTRY_WORKER_CONFIG) private readonly config: RegistryWorkerConfig) {}

  /** Returns when its next job is due. */
  async nextDue(): Promise<Date | undefined> {
    const { nextDue } = state.parse(await this.ask({ method: 'GET' }))
    return nextDue === null ? undefined : new Date(nextDue)
  }

  /** Sets its offset to the machine's time, and runs its due jobs. */
  async putAhead(secondsAhead: number): Promise<void> {
    await this.ask({ method: 'PUT', body: JSON.stringify({ secondsAhead }) })
  }

  private async ask(request: RequestInit): Promise<unknown> {
    const response = await fetch(new URL('/clock', this.config.REGISTRY_SANDBOX_CONTROL_URL), request)
    if (!response.ok) throw new Error(`the sandbox registry answered ${response.status} to a request for its clock`)
    return response.json()
  }
}
