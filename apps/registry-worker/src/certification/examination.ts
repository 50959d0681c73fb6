import { textOf } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import type { Response } from '@nameyard/epp/response'
import type { Registrar } from './registrar'
import type { Frame, Step } from './step'

/** What the answer to a command must be. */
export interface Expected<Data> {
  /** Result codes that are right; 1000 and 1001 unless given. */
  readonly codes?: readonly number[]
  /** Looks at the answer. Returns what is wrong with it, in one sentence. */
  readonly fault?: (answer: Response<Data>) => Promise<string | undefined> | string | undefined
}

/** The steps of a test, each with its verdict and its frames. A failed step does not end the test. */
export class Examination {
  readonly steps: Step[] = []
  /** The frames since the last step ended. */
  private frames: Frame[] = []

  /** Called with each frame of both registrars. */
  readonly note = (frame: Frame): void => void this.frames.push(frame)

  /** Sends a command that must succeed. Returns its answer; undefined when the step failed. */
  async does<Data>(
    name: string,
    registrar: Registrar,
    command: Command<Data>,
    { codes = [1000, 1001], fault }: Expected<Data> = {},
  ): Promise<(Response<Data> & { outcome: 'done' | 'pending' }) | undefined> {
    const answer = await this.asks(name, registrar, command, { codes, ...(fault && { fault }) })
    return answer?.outcome === 'refused' ? undefined : answer
  }

  /** Sends a command that must be refused with one of the codes. */
  async isRefused(
    name: string,
    registrar: Registrar,
    command: Command<unknown>,
    codes: readonly number[],
  ): Promise<void> {
    await this.asks(name, registrar, command, { codes })
  }

  /** Ends a step that is more than one command. */
  end(name: string, verdict: Step['verdict'], text: string, code?: number): void {
    this.steps.push({ name, verdict, text, ...(code !== undefined && { code }), frames: this.frames })
    this.frames = []
  }

  skip(name: string, why: string): void {
    this.end(name, 'skipped', why)
  }

  /** Whether one of the frames of the step that runs has this text. */
  hasSeen(text: string): boolean {
    return this.frames.some(({ xml }) => xml.includes(text))
  }

  /** Sends a command whose answer has one of the codes, whatever its outcome. Undefined when the step failed by its code. */
  async asks<Data>(
    name: string,
    registrar: Registrar,
    command: Command<Data>,
    { codes = [1000, 1001], fault: faultOf = () => undefined }: Expected<Data> = {},
  ): Promise<Response<Data> | undefined> {
    try {
      const answer = await registrar.send(command)
      const said = `${answer.code} ${textOf(answer)}`
      const isRight = codes.includes(answer.code)
      const fault = isRight ? await faultOf(answer) : `expected ${listed(codes)}, answered ${said}`
      this.end(name, fault === undefined ? 'passed' : 'failed', fault ?? said, answer.code)
      return isRight ? answer : undefined
    } catch (error) {
      // After an unknown outcome the next step needs a new session.
      await registrar.end()
      this.end(name, 'failed', `no readable answer: ${(error as Error).message}`)
      return undefined
    }
  }
}

function listed(codes: readonly number[]): string {
  return codes.length < 2 ? String(codes[0]) : `${codes.slice(0, -1).join(', ')} or ${codes.at(-1)}`
}
