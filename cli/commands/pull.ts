import { isRecord } from '../../server/domain/json/records'
import {
  isSectionName,
  SECTION_NAMES,
  type SectionName,
} from '../../server/domain/manifest/section'
import { defineCommand } from '../command/command'
import type { CommandContext } from '../command/context'
import { CommandFailure, EXIT, UsageError } from '../exit'
import { newFile, updatedFile } from '../manifest/pulled-file'
import { readYaml, type YamlFile } from '../manifest/yaml-file'
import { words } from '../words'

export const pull = defineCommand({
  path: ['pull'],
  summary: 'write the configuration of a gateway as YAML, secrets as references',
  flags: {
    only: { kind: 'text', value: 'A,B', summary: `some of ${SECTION_NAMES.join(', ')}` },
    file: {
      kind: 'text',
      short: 'f',
      value: 'FILE',
      summary: 'bring this file up to date, with its comments and references (default: stdout)',
    },
  },
  examples: ['gw pull > gw.yaml', 'gw pull --only channels,prices', 'gw pull -f gw.yaml'],
  reads: true,
  run: async (context, { flags }) => {
    const file = flags.file === undefined ? undefined : await existing(context, flags.file)
    const named = namesIn(file)
    const known = [...named.keys()]
    const sections = sectionsOf(flags.only) ?? (known.length > 0 ? known : SECTION_NAMES)
    const { manifests } = await context.services()
    const pulled = await manifests.pull(context.actor, { sections, named })
    for (const name of pulled.ambiguous) {
      context.output.warn(words`left out, because several have this name: ${name}`)
    }
    if (file === undefined) return context.output.write(newFile(pulled))
    const text = updatedFile(file.document, pulled)
    const path = await context.replace(file.name, text)
    context.output.value(path, { path })
  },
})

async function existing(context: CommandContext, path: string): Promise<YamlFile> {
  const file = readYaml(path, await context.file(path))
  const [fault] = file.faults
  if (fault === undefined) return file
  const said = words`${fault.place}: ${fault.said}`
  throw new CommandFailure('manifest.invalid', said, { exitCode: EXIT.usage })
}

/** Sections of a file with the names in them. */
function namesIn(file: YamlFile | undefined): ReadonlyMap<SectionName, ReadonlySet<string>> {
  const named = new Map<SectionName, ReadonlySet<string>>()
  for (const [name, items] of Object.entries(isRecord(file?.tree) ? file.tree : {})) {
    if (isSectionName(name)) named.set(name, new Set(Object.keys(Object(items))))
  }
  return named
}

/** Throws `UsageError`. */
function sectionsOf(only: string | undefined): readonly SectionName[] | undefined {
  return only?.split(',').map((given) => {
    const name = given.trim()
    if (isSectionName(name)) return name
    throw new UsageError(words`${name} is none of ${SECTION_NAMES.join(', ')}`)
  })
}
