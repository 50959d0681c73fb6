import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { RegistryOperationKind } from '@nameyard/contracts/registry/submit-operation'
import { Injectable } from '@nestjs/common'
import { CreateDomain } from './create-domain'
import type { Execution, Executor } from './execution'
import type { Verdict } from './model/verdict'

/** Who carries out which kind of operation. */
@Injectable()
export class Executors {
  private readonly byKind: { readonly [Kind in RegistryOperationKind]?: Executor<Kind> }

  constructor(createDomain: CreateDomain) {
    this.byKind = { 'domain.create': createDomain }
  }

  async execute<Kind extends RegistryOperationKind>(execution: Execution<Kind>): Promise<Verdict<RegistryView>> {
    const kind: Kind = execution.operation.kind
    const executor: Executor<Kind> | undefined = this.byKind[kind]
    if (executor) return executor.execute(execution)
    return { kind: 'failed', reason: { refusal: 'internal_error', text: `${kind} is not carried out yet` } }
  }
}
