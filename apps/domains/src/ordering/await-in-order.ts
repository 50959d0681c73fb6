type Answers<Questions extends readonly unknown[]> = { -readonly [Which in keyof Questions]: Awaited<Questions[Which]> }

/**
 * Awaits several requests that run at the same time. If several are refused, the first one in the list decides, not the
 * first in time: the same mistake always gets the same error, whichever service is faster.
 */
export async function awaitInOrder<Questions extends readonly unknown[]>(
  ...questions: Questions
): Promise<Answers<Questions>> {
  // The other refusals are ignored; without this they would be unhandled rejections.
  void Promise.allSettled(questions)
  const answers: unknown[] = []
  for (const question of questions) answers.push(await question)
  return answers as Answers<Questions>
}
