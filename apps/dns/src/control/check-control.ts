import { Controller } from '@nestjs/common'
import { checkControl } from '@nameyard/contracts/dns/check-control'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { NameControl } from './name-control'

@Controller()
export class CheckControl {
  constructor(private readonly control: NameControl) {}

  @Handles(checkControl)
  async execute({ resellerId, name }: Input<typeof checkControl>, call: Call): Promise<Result<typeof checkControl>> {
    const { state, expected, found } = await this.control.of(name, resellerId, call)
    return { state, expected: [...expected], found: [...found] }
  }
}
