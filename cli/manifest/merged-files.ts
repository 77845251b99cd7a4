/** Several files are one configuration: what is said twice is a fault, even if it is the same. */
import { isRecord } from '../../server/domain/json/records'
import { isSectionName } from '../../server/domain/manifest/section'
import { SECTIONS } from '../../server/domain/manifest/sections'
import { words } from '../words'
import type { FileFault, YamlFile } from './yaml-file'

export interface MergedFiles {
  readonly tree: unknown
  readonly faults: readonly FileFault[]
}

export function mergedFiles(files: readonly YamlFile[]): MergedFiles {
  const [only, ...others] = files
  if (others.length === 0) return { tree: only?.tree, faults: [] }
  const faults: FileFault[] = []
  const tree: Record<string, unknown> = {}
  for (const file of files) mergeInto(tree, file, faults)
  return { tree, faults }
}

/** Sections and items come together; fields, and items that are one value, do not. */
function mergeInto(tree: Record<string, unknown>, file: YamlFile, faults: FileFault[]): void {
  const merge = (into: Record<string, unknown>, from: unknown, path: readonly string[]) => {
    if (!isRecord(from)) return
    for (const [key, value] of Object.entries(from)) {
      const [known, here] = [into[key], [...path, key]]
      if (!Object.hasOwn(into, key) || (path.length === 0 && key === 'version')) {
        into[key] = copied(value)
      } else if (isMerged(here) && isRecord(known) && isRecord(value)) merge(known, value, here)
      else {
        const said = words`${here.join('.')} is said in another file already`
        faults.push({ place: file.placeOf(here).text, said })
      }
    }
  }
  merge(tree, file.tree, [])
}

function isMerged([section = '', ...rest]: readonly string[]): boolean {
  const deepest = isSectionName(section) && SECTIONS[section].isValue === true ? 0 : 1
  return rest.length <= deepest
}

/** The trees of the files stay as they are. */
function copied(value: unknown): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copied(each)]))
}
