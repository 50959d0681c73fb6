/** Most answers that are kept. Beyond it the oldest is forgotten, which only costs building it again. */
const MOST_ANSWERS = 20_000

/** Longer queries have rare options, and longer answers are rare: they are built each time. */
const LONGEST_QUERY_OCTETS = 300
const LONGEST_ANSWER_OCTETS = 1_500

/** Octets of the message id, with which each message begins (RFC 1035 section 4.1.1). */
const ID_OCTETS = 2

/**
 * Whole answers of a responder over UDP, as octets. An answer follows from its query and the zones: two queries that differ
 * in the message id only have answers that differ in the message id only. Any change of any zone forgets all answers.
 */
export class PreparedAnswers {
  /** By the octets of the query after its id. */
  private answers = new Map<string, Buffer>()
  /** The state of the zones that the answers are from. */
  private revision = -1

  /** Returns the answer to a query, in a buffer of its own; undefined when it is not known. */
  find(query: Buffer, revision: number): Buffer | undefined {
    if (revision !== this.revision) return undefined
    const known = this.answers.get(keyOf(query))
    if (known === undefined) return undefined
    const answer = Buffer.allocUnsafe(known.length)
    known.copy(answer)
    query.copy(answer, 0, 0, ID_OCTETS)
    return answer
  }

  /** @param revision the state of the zones before the answer was built: a change meanwhile makes the answer useless */
  keep(query: Buffer, answer: Buffer, revision: number): void {
    if (query.length > LONGEST_QUERY_OCTETS || answer.length > LONGEST_ANSWER_OCTETS) return
    if (revision !== this.revision) {
      this.answers.clear()
      this.revision = revision
    }
    for (const oldest of this.answers.keys()) {
      if (this.answers.size < MOST_ANSWERS) break
      this.answers.delete(oldest)
    }
    this.answers.set(keyOf(query), answer)
  }
}

const keyOf = (query: Buffer): string => query.toString('latin1', ID_OCTETS)
