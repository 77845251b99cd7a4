/**
 * How long an answer of a model can become. What a call without a limit of its own may cost is
 * held by it. First match wins; numbers are the makers' public ones of November 2026.
 */

/** Tokens, by what a model's name begins with. */
const LIMITS: readonly (readonly [name: RegExp, tokens: number])[] = [
  [/^o1-mini/, 65_536],
  [/^o\d/, 100_000],
  [/^(gpt-5[^/]*-chat|gpt-4o|chatgpt-4o|gpt-audio)/, 16_384],
  [/^gpt-5/, 128_000],
  [/^gpt-4\.1/, 32_768],
  [/^gpt-4-(turbo|1106|0125|vision)/, 4_096],
  [/^gpt-4/, 8_192],
  [/^gpt-3\.5/, 4_096],
  [/^claude-(instant|2|3-(opus|sonnet|haiku))/, 4_096],
  [/^claude-3-5/, 8_192],
  [/^claude-opus-4(-\d{8}|-[01]|$)/, 32_000],
  [/^claude-(3-7|(opus|sonnet|haiku)-4)/, 64_000],
  [/^claude-/, 128_000],
  [/^gemini-(1|2\.0)/, 8_192],
  [/^gemini-/, 65_536],
  [/^deepseek-(reasoner|r1)/, 65_536],
  [/^deepseek/, 8_192],
  [/^(qwen3|qwq|kimi-k2|doubao-seed|mistral|magistral)/, 32_768],
  [/^grok-[4-9]/, 131_072],
  [/^glm-(4\.[5-9]|[5-9])/, 131_072],
]

/** For names that no row knows. */
const USUAL_LIMIT = 8_192

/** Model or "default" → tokens; an operator's own numbers win over the table. */
export type OutputLimits = Readonly<Record<string, number>>

export function longestAnswer(model: string, own: OutputLimits): number {
  if (Object.hasOwn(own, model)) return own[model] ?? USUAL_LIMIT
  const name = plainName(model)
  const known = LIMITS.find(([pattern]) => pattern.test(name))?.[1]
  return known ?? own.default ?? USUAL_LIMIT
}

/** Families whose answers hold reasoning that no client sees and everybody pays for. */
const REASONING: readonly RegExp[] = [
  /^(o\d|gpt-5(?![^/]*-chat)|gpt-oss|gemini-(2\.5|[3-9])|deepseek-(reasoner|r1))/,
  /^(grok-(3-mini|[4-9])|qwq|magistral|glm-(4\.[5-9]|[5-9])|minimax-m)/,
  /thinking|reason/,
]

/** Whether a model is known to reason out of sight; what it reports later may add to this. */
export function reasonsByName(model: string): boolean {
  const name = plainName(model)
  return REASONING.some((pattern) => pattern.test(name))
}

/** Resellers put the maker before the name: "openai/gpt-4o". */
function plainName(model: string): string {
  return model.slice(model.lastIndexOf('/') + 1).toLowerCase()
}
