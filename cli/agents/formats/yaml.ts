import { isSeq, parseDocument } from 'yaml'
import type { Setting } from '../agent'
import { isWanted, itemIndex, type SettingsFormat, valueAt } from '../edit'

function documentOf(text: string) {
  const document = parseDocument(text)
  const [first] = document.errors
  if (first !== undefined) throw first
  return document
}

function read(text: string): unknown {
  return documentOf(text).toJS() ?? {}
}

export const yaml: SettingsFormat = {
  read,
  apply: (text, settings) => {
    const document = documentOf(text)
    const set = (setting: Setting) => {
      const root: unknown = document.toJS() ?? {}
      if (!isWanted(root, setting)) return
      const { path, value, itemBy } = setting
      const list = itemBy === undefined ? undefined : document.getIn(path, true)
      if (!isSeq(list)) {
        document.setIn(path, document.createNode(itemBy === undefined ? value : [value]))
        return
      }
      const at = itemIndex(valueAt(root, path), setting)
      list.items.splice(Math.max(at, 0), at < 0 ? 0 : 1, document.createNode(value))
    }
    settings.forEach(set)
    return document.toString({ lineWidth: 0 })
  },
}
