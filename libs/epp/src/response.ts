import type { Answer } from './answer'
import type { Command } from './command'
import { ACTION_PENDING, meaningOf, type ResultClass, type ResultCode } from './result-code'

/**
 * The answer to a command, by its outcome.
 * `done` has the command's data; `pending` (1001) may have it, since the object does not exist yet; `refused` has none.
 * `code` and `class` are those of the first result.
 */
export type Response<Data> = Answer & { readonly code: ResultCode; readonly class: ResultClass } & (
    | { readonly outcome: 'done'; readonly data: Data }
    | { readonly outcome: 'pending'; readonly data: Data | undefined }
    | { readonly outcome: 'refused' }
  )

/** Reads the answer to a command. Throws as `decodeAnswer` does, and ProtocolError when the command's data is missing. */
export function decodeResponse<Data>(command: Command<Data>, answer: Answer): Response<Data> {
  const { code } = answer.results[0]
  const envelope = { ...answer, code, class: meaningOf(code).class }
  if (code >= 2000) return { ...envelope, outcome: 'refused' }
  if (code === ACTION_PENDING)
    return { ...envelope, outcome: 'pending', data: answer.resData.length > 0 ? command.decode(answer) : undefined }
  return { ...envelope, outcome: 'done', data: command.decode(answer) }
}
