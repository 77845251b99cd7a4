/** The management API as a script uses it. */
import type { Account } from './site'

export interface ApiAnswer {
  readonly status: number
  readonly success: boolean
  /** Stable id of a refusal. */
  readonly code: string | undefined
  /** Of the envelope; the text itself when the answer is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: answers have every shape.
  readonly value: any
}

export interface Api {
  get(path: string): Promise<ApiAnswer>
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<ApiAnswer>
}

/** Calls of `account`, or of nobody. */
export function apiOf(url: string, account?: Pick<Account, 'id' | 'accessToken'>): Api {
  const named: Record<string, string> =
    account === undefined
      ? {}
      : { authorization: account.accessToken, 'new-api-user': String(account.id) }
  const ask = async (method: string, path: string, body?: unknown): Promise<ApiAnswer> => {
    const response = await fetch(url + path, {
      method,
      headers: { ...named, 'content-type': 'application/json', 'accept-language': 'en' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return answerOf(response.status, await response.text())
  }
  return {
    get: (path) => ask('GET', path),
    send: (method, path, body) => ask(method, path, body ?? (method === 'DELETE' ? undefined : {})),
  }
}

function answerOf(status: number, text: string): ApiAnswer {
  try {
    const { success, code, data: value } = JSON.parse(text)
    return { status, success: success === true, code, value }
  } catch {
    return { status, success: false, code: undefined, value: text }
  }
}
