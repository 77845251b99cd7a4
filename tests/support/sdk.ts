/** The official clients, pointed at a gateway or straight at a mock. */
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { CohereClientV2 } from 'cohere-ai'
import OpenAI from 'openai'

/** `url` without /v1. No retries: a test wants to see the first answer. */
export function openaiClient(url: string, key: string): OpenAI {
  return new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 })
}

export function anthropicClient(url: string, key: string): Anthropic {
  return new Anthropic({ apiKey: key, baseURL: url, maxRetries: 0, logLevel: 'error' })
}

/** In the SDK's own version of the API unless another is named. */
export function geminiClient(url: string, key: string, apiVersion?: string): GoogleGenAI {
  const httpOptions = { baseUrl: url, ...(apiVersion !== undefined && { apiVersion }) }
  return new GoogleGenAI({ apiKey: key, httpOptions })
}

export function cohereClient(url: string, key: string, ask = fetch): CohereClientV2 {
  return new CohereClientV2({ token: key, environment: url, maxRetries: 0, fetch: ask })
}

/**
 * The error a call ends with; fails when it succeeds. SDK calls are promises whose own
 * `then` does the work, and `expect(call).rejects` looks past it and sees a success.
 */
export async function failureOf(call: PromiseLike<unknown>): Promise<Error> {
  let value: unknown
  try {
    value = await call
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
  throw new Error(`expected a failure, got ${JSON.stringify(value)}`)
}
