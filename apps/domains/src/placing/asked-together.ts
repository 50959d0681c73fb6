type Answers<Questions extends readonly unknown[]> = { -readonly [Which in keyof Questions]: Awaited<Questions[Which]> }

/**
 * What several questions of one order answer, asked at once. Of those that are refused the first one counts, not the one
 * that was refused first: the same mistake is told by the same code, whichever service is quicker.
 */
export async function askedTogether<Questions extends readonly unknown[]>(
  ...questions: Questions
): Promise<Answers<Questions>> {
  // A refusal that does not count is nobody's.
  void Promise.allSettled(questions)
  const answers: unknown[] = []
  for (const question of questions) answers.push(await question)
  return answers as Answers<Questions>
}
