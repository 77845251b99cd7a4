import { SegmentedControl } from '@primer/react'
import { useState } from 'react'
import { CodeBlock } from '../../components/CodeBlock'
import { useText } from '../../language'

interface Sample {
  readonly name: string
  /** What the example calls, if the viewer can reach it. */
  readonly model: string
  readonly code: (address: string, model: string) => string
}

const SAMPLES: readonly [Sample, ...Sample[]] = [
  {
    name: 'curl',
    model: 'gpt-4o-mini',
    code: (address, model) =>
      [
        `curl ${address}/v1/chat/completions \\`,
        `  -H 'Authorization: Bearer sk-…' \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -d '{"model": "${model}",`,
        `       "messages": [{"role": "user", "content": "hello"}]}'`,
      ].join('\n'),
  },
  {
    name: 'OpenAI · Python',
    model: 'gpt-4o-mini',
    code: (address, model) =>
      [
        'from openai import OpenAI',
        '',
        `client = OpenAI(base_url="${address}/v1", api_key="sk-…")`,
        'answer = client.chat.completions.create(',
        `    model="${model}",`,
        '    messages=[{"role": "user", "content": "hello"}],',
        ')',
        'print(answer.choices[0].message.content)',
      ].join('\n'),
  },
  {
    name: 'OpenAI · JS',
    model: 'gpt-4o-mini',
    code: (address, model) =>
      [
        "import OpenAI from 'openai'",
        '',
        `const client = new OpenAI({ baseURL: '${address}/v1', apiKey: 'sk-…' })`,
        'const answer = await client.chat.completions.create({',
        `  model: '${model}',`,
        "  messages: [{ role: 'user', content: 'hello' }],",
        '})',
        'console.log(answer.choices[0].message.content)',
      ].join('\n'),
  },
  {
    name: 'Anthropic',
    model: 'claude-sonnet-4-5',
    code: (address, model) =>
      [
        "import Anthropic from '@anthropic-ai/sdk'",
        '',
        `const client = new Anthropic({ baseURL: '${address}', apiKey: 'sk-…' })`,
        'const answer = await client.messages.create({',
        `  model: '${model}',`,
        '  max_tokens: 1024,',
        "  messages: [{ role: 'user', content: 'hello' }],",
        '})',
        'console.log(answer.content)',
      ].join('\n'),
  },
  {
    name: 'Google',
    model: 'gemini-2.5-flash',
    code: (address, model) =>
      [
        "import { GoogleGenAI } from '@google/genai'",
        '',
        'const client = new GoogleGenAI({',
        "  apiKey: 'sk-…',",
        `  httpOptions: { baseUrl: '${address}' },`,
        '})',
        'const answer = await client.models.generateContent({',
        `  model: '${model}',`,
        "  contents: 'hello',",
        '})',
        'console.log(answer.text)',
      ].join('\n'),
  },
  {
    name: 'Gemini CLI',
    model: 'gemini-2.5-flash',
    code: (address, model) =>
      [
        `export GOOGLE_GEMINI_BASE_URL=${address}`,
        'export GEMINI_API_KEY=sk-…',
        `gemini -m ${model}`,
      ].join('\n'),
  },
]

interface QuickStartProps {
  readonly address: string
  /** What the viewer can reach. */
  readonly models: readonly string[]
}

/** The same first call in the languages that people bring. */
export function QuickStart({ address, models }: QuickStartProps) {
  const { text } = useText()
  const [at, choose] = useState(0)
  const sample = SAMPLES[at] ?? SAMPLES[0]
  const model = models.includes(sample.model) ? sample.model : (models[0] ?? sample.model)
  return (
    <section className="landing-start">
      <h2>{text('home.start')}</h2>
      <p>{text('home.start_text')}</p>
      <SegmentedControl
        aria-label={text('home.start_choice')}
        onChange={choose}
        variant={{ narrow: 'dropdown', regular: 'default' }}
      >
        {SAMPLES.map(({ name }, index) => (
          <SegmentedControl.Button key={name} selected={index === at}>
            {name}
          </SegmentedControl.Button>
        ))}
      </SegmentedControl>
      <CodeBlock code={sample.code(address, model)} label={sample.name} />
    </section>
  )
}
