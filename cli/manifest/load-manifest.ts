/** From the files that a command names to what they say; all that is wrong in them at once. */
import { messageOf } from '../../server/domain/errors/message'
import { type Fault, readManifest } from '../../server/domain/manifest/read-manifest'
import type { Manifest } from '../../server/domain/manifest/section'
import type { CommandContext } from '../command/context'
import { CommandFailure, EXIT } from '../exit'
import { words } from '../words'
import { mergedFiles } from './merged-files'
import { resolveReferences, type TreeFault } from './references'
import { type FileFault, readYaml, type YamlFile } from './yaml-file'

export interface LoadedManifest {
  readonly manifest: Manifest
  readonly hidden: ReadonlySet<string>
  /** Throws for what the gateway finds wrong in it. */
  readonly refuse: (faults: readonly Fault[]) => void
}

/** Throws `CommandFailure` with every fault and its place. */
export async function loadManifest(
  context: CommandContext,
  paths: readonly string[],
): Promise<LoadedManifest> {
  const files: YamlFile[] = []
  for (const path of paths) {
    files.push(readYaml(path === '-' ? 'stdin' : path, await context.file(path)))
  }
  throwFaults(
    context,
    files.flatMap(({ faults }) => faults),
  )
  const merged = mergedFiles(files)
  const resolved = await resolveReferences(context, merged.tree)
  const read = readManifest(resolved.tree)
  const said = (fault: Fault): TreeFault => ({
    path: fault.path,
    said: messageOf(fault.error, context.language),
  })
  // What a reference lacks is no second fault of the field.
  const unresolved = new Set(resolved.faults.map(({ path }) => path.slice(0, 3).join('\n')))
  const others = read.faults.map(said).filter(({ path }) => !unresolved.has(path.join('\n')))
  throwFaults(context, [...merged.faults, ...placed(files, [...resolved.faults, ...others])])
  return {
    manifest: read.manifest,
    hidden: resolved.hidden,
    refuse: (faults) => throwFaults(context, placed(files, faults.map(said))),
  }
}

/** In the file that knows the way best; the last of several. */
function placed(files: readonly YamlFile[], faults: readonly TreeFault[]): readonly FileFault[] {
  return faults.map(({ path, said }) => {
    const places = files.map((file) => file.placeOf(path)).toReversed()
    const best = places.reduce((one, other) => (other.depth > one.depth ? other : one))
    const where = path.length === 0 ? said : words`${path.join('.')}: ${said}`
    return { place: best.text, said: where }
  })
}

function throwFaults({ translate }: CommandContext, faults: readonly FileFault[]): void {
  if (faults.length === 0) return
  const lines = faults.map(({ place, said }) => `${place}: ${translate(said)}`)
  throw new CommandFailure('manifest.invalid', lines.join('\n'), { exitCode: EXIT.usage })
}
