import { Module } from '@nestjs/common'
import { PollModule } from '../poll/poll.module'
import { SessionsModule } from '../sessions/sessions.module'
import { AdvanceClock } from './advance-clock'
import { ReadClock } from './read-clock'
import { RegistryClock } from './registry-clock'
import { SandboxClockStore } from './sandbox-clock.store'

/** The sandbox clock (docs/sandbox-clock.md); part of the worker only when SANDBOX_CLOCK is set. */
@Module({
  imports: [PollModule, SessionsModule],
  controllers: [AdvanceClock, ReadClock],
  providers: [SandboxClockStore, RegistryClock],
})
export class ClockModule {}
