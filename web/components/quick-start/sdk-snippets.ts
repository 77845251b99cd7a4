import { lines, quoted, type Snippet, word } from './snippet'

const OPENAI = ['gpt-5', 'gpt-4o-mini', 'gpt-']
const CLAUDE = ['claude-sonnet', 'claude-']
const GEMINI = ['gemini-2.5-flash', 'gemini-']

export const SDK_SNIPPETS: readonly [Snippet, ...Snippet[]] = [
  {
    id: 'curl',
    name: 'curl',
    kind: 'sdk',
    language: 'sh',
    prefers: OPENAI,
    text(address, key, model) {
      const messages = [{ role: 'user', content: 'hello' }]
      return lines(
        `curl ${word(`${address}/v1/chat/completions`)} \\`,
        `  -H ${word(`Authorization: Bearer ${key}`)} \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -d ${word(JSON.stringify({ model, messages }))}`,
      )
    },
  },
  {
    id: 'openai-python',
    name: 'OpenAI · Python',
    kind: 'sdk',
    language: 'python',
    prefers: OPENAI,
    text: (address, key, model) =>
      lines(
        'from openai import OpenAI',
        '',
        `client = OpenAI(base_url=${quoted(`${address}/v1`)}, api_key=${quoted(key)})`,
        'answer = client.chat.completions.create(',
        `    model=${quoted(model)},`,
        '    messages=[{"role": "user", "content": "hello"}],',
        ')',
        'print(answer.choices[0].message.content)',
      ),
  },
  {
    id: 'openai-js',
    name: 'OpenAI · JS',
    kind: 'sdk',
    language: 'js',
    prefers: OPENAI,
    text: (address, key, model) =>
      lines(
        'import OpenAI from "openai"',
        '',
        'const client = new OpenAI({',
        `  baseURL: ${quoted(`${address}/v1`)},`,
        `  apiKey: ${quoted(key)},`,
        '})',
        'const answer = await client.chat.completions.create({',
        `  model: ${quoted(model)},`,
        '  messages: [{ role: "user", content: "hello" }],',
        '})',
        'console.log(answer.choices[0].message.content)',
      ),
  },
  {
    id: 'anthropic-python',
    name: 'Anthropic · Python',
    kind: 'sdk',
    language: 'python',
    prefers: CLAUDE,
    text: (address, key, model) =>
      lines(
        'from anthropic import Anthropic',
        '',
        `client = Anthropic(base_url=${quoted(address)}, api_key=${quoted(key)})`,
        'answer = client.messages.create(',
        `    model=${quoted(model)},`,
        '    max_tokens=1024,',
        '    messages=[{"role": "user", "content": "hello"}],',
        ')',
        'print(answer.content[0].text)',
      ),
  },
  {
    id: 'anthropic-js',
    name: 'Anthropic · JS',
    kind: 'sdk',
    language: 'js',
    prefers: CLAUDE,
    text: (address, key, model) =>
      lines(
        'import Anthropic from "@anthropic-ai/sdk"',
        '',
        `const client = new Anthropic({ baseURL: ${quoted(address)}, apiKey: ${quoted(key)} })`,
        'const answer = await client.messages.create({',
        `  model: ${quoted(model)},`,
        '  max_tokens: 1024,',
        '  messages: [{ role: "user", content: "hello" }],',
        '})',
        'console.log(answer.content[0].text)',
      ),
  },
  {
    id: 'gemini-python',
    name: 'Gemini · Python',
    kind: 'sdk',
    language: 'python',
    prefers: GEMINI,
    text: (address, key, model) =>
      lines(
        'from google import genai',
        '',
        'client = genai.Client(',
        `    api_key=${quoted(key)},`,
        `    http_options={"base_url": ${quoted(address)}},`,
        ')',
        'answer = client.models.generate_content(',
        `    model=${quoted(model)},`,
        '    contents="hello",',
        ')',
        'print(answer.text)',
      ),
  },
  {
    id: 'gemini-js',
    name: 'Gemini · JS',
    kind: 'sdk',
    language: 'js',
    prefers: GEMINI,
    text: (address, key, model) =>
      lines(
        'import { GoogleGenAI } from "@google/genai"',
        '',
        'const client = new GoogleGenAI({',
        `  apiKey: ${quoted(key)},`,
        `  httpOptions: { baseUrl: ${quoted(address)} },`,
        '})',
        'const answer = await client.models.generateContent({',
        `  model: ${quoted(model)},`,
        '  contents: "hello",',
        '})',
        'console.log(answer.text)',
      ),
  },
]
