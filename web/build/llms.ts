/** The contents of the manual for language models, as llmstxt.org describes the file. */
import { description } from '../../package.json'
import { type ManualTopic, SKILL_FILE } from '../../server/domain/manual'

const INTERFACES = [
  `- [Skill](/${SKILL_FILE}): how an agent works with the command line`,
  '- [OpenAPI](/api/openapi.json): every call of the management API',
] as const

export function llmsText(topics: readonly ManualTopic[]): string {
  const groups = [...new Set(topics.map(({ group }) => group))]
  const parts = groups.map((title) => {
    const own = topics.filter(({ group }) => group === title)
    const lines = own.map((topic) => `- [${topic.title}](/docs/${topic.id}.md): ${topic.summary}`)
    return [`## ${title}`, '', ...lines, ''].join('\n')
  })
  return [
    '# gw',
    '',
    `> ${description}`,
    '',
    'Assistants connect to `/mcp` (Model Context Protocol) with an access token of the gateway.',
    '',
    ...parts,
    '## For programs',
    '',
    ...INTERFACES,
    '',
  ].join('\n')
}
