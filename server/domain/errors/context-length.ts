/** Prompts that are too long for a model: figures in the vendors' words, and repeated. */
import type { ErrorVocabulary } from './failure-kinds'

export interface ContextFigures {
  readonly promptTokens?: number
  readonly maxTokens?: number
}

/**
 * Texts that say it, with its figures where the vendor gives them. Documented wordings and those
 * of the servers that people run themselves.
 */
const TEXTS: readonly RegExp[] = [
  // Anthropic, Bedrock, Vertex.
  /prompt is too long(?:: (?<prompt>\d+) tokens > (?<max>\d+) maximum)?/i,
  /`?max_tokens`? exceed context limit: (?<prompt>\d+) \+ \d+ > (?<max>\d+)/i,
  /input is too long\b/i,
  // OpenAI, DeepSeek, OpenRouter, older vLLM.
  /context length is (?<max>\d+) tokens.{0,80}?(?:in|requested|about|has) (?<prompt>\d+) /is,
  /maximum context length is (?<max>\d+)/i,
  /exceeds the context window|exceeds? the (?:available )?context (?:size|window|length)/i,
  // Gemini.
  /token count \(?(?<prompt>\d+)\)? exceeds the maximum .{0,20}allowed \(?(?<max>\d+)/i,
  /exceeds the maximum number of tokens allowed/i,
  // Mistral.
  /prompt contains (?<prompt>\d+) tokens.{0,60}?model with (?<max>\d+) maximum context length/is,
  // xAI.
  /maximum prompt length is (?<max>\d+) but the request contains (?<prompt>\d+)/i,
  // Moonshot.
  /exceeded model token limit: (?<max>\d+) \(requested: (?<prompt>\d+)\)/i,
  /exceeded model token limit|input token length too long/i,
  // Qwen, Zhipu, MiniMax, Baidu, Tencent, Volcano Ark.
  /range of input length should be \[\d+, (?<max>\d+)\]/i,
  /prompt exceeds max length|prompt tokens? too long/i,
  /context window exceeds limit|exceeds? max(?:imum)? message tokens/i,
  /input length (?<prompt>\d+) exceeds the maximum length (?<max>\d+)/i,
  // Cohere.
  /too many tokens: size limit exceeded by \d+/i,
  // vLLM, SGLang, TGI, llama.cpp, Ollama.
  /prompt \(length (?<prompt>\d+)\) is longer than the maximum model length of (?<max>\d+)/i,
  /prompt length (?<prompt>\d+) exceeds the max_model_len (?<max>\d+)/i,
  /input \((?<prompt>\d+) tokens\) is longer than the model's context length \((?<max>\d+)/i,
  /maximum context length of (?<max>\d+) tokens.{0,60}?total of (?<prompt>\d+)/is,
  /must have less than (?<max>\d+) tokens\. given: (?<prompt>\d+)/i,
  /request \((?<prompt>\d+) tokens\) exceeds the available context size \((?<max>\d+)/i,
  /exceeds? (?:the )?(?:model's )?(?:maximum )?context length/i,
]

export function isContextTooLong(message: string): boolean {
  return TEXTS.some((text) => text.test(message))
}

export function contextFiguresIn(message: string): ContextFigures {
  for (const text of TEXTS) {
    const { prompt, max } = text.exec(message)?.groups ?? {}
    if (max === undefined && prompt === undefined) continue
    return {
      ...(prompt !== undefined && { promptTokens: Number(prompt) }),
      ...(max !== undefined && { maxTokens: Number(max) }),
    }
  }
  return {}
}

interface ContextWords {
  /** By which clients of the protocol know it. */
  readonly known: RegExp
  readonly plain: string
  readonly withFigures: (promptTokens: number, maxTokens: number) => string
}

const WORDS: Readonly<Record<ErrorVocabulary, ContextWords>> = {
  openai: {
    known: /maximum context length|context window/i,
    plain:
      'Your input exceeds the context window of this model. ' +
      'Please adjust your input and try again.',
    withFigures: (promptTokens, maxTokens) =>
      `This model's maximum context length is ${maxTokens} tokens. However, your messages ` +
      `resulted in ${promptTokens} tokens. Please reduce the length of the messages.`,
  },
  claude: {
    known: /prompt is too long|exceed context limit/i,
    plain: 'prompt is too long',
    withFigures: (promptTokens, maxTokens) =>
      `prompt is too long: ${promptTokens} tokens > ${maxTokens} maximum`,
  },
  gemini: {
    known: /exceeds the maximum number of tokens allowed/i,
    plain: 'The input token count exceeds the maximum number of tokens allowed.',
    withFigures: (promptTokens, maxTokens) =>
      `The input token count (${promptTokens}) exceeds the maximum number of tokens allowed ` +
      `(${maxTokens}).`,
  },
  cohere: {
    known: /too many tokens/i,
    plain: 'too many tokens: the prompt exceeds the context length of this model.',
    withFigures: (promptTokens, maxTokens) =>
      `too many tokens: size limit exceeded by ${promptTokens - maxTokens} tokens. ` +
      'Try using shorter or fewer inputs.',
  },
}

/**
 * In the words that clients of the protocol look for; English, because programs read it.
 * `counted` is the prompt as it was counted here: some clients shorten it by the figures alone.
 */
export function contextMessage(
  message: string,
  vocabulary: ErrorVocabulary,
  counted?: number,
): string {
  const { known, plain, withFigures } = WORDS[vocabulary]
  if (known.test(message)) return message
  const { promptTokens = counted, maxTokens } = contextFiguresIn(message)
  // Vendors count the room for the answer in at times: only what adds up is passed on.
  const isConsistent =
    promptTokens !== undefined && maxTokens !== undefined && promptTokens > maxTokens
  return isConsistent ? withFigures(promptTokens, maxTokens) : plain
}
