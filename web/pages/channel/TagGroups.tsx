/** The list of channels under their tags, and under no tag those that have none. */
import { Suspense, useState } from 'react'
import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import { lazyPart } from '../../components/late/lazy-part'
import type { RowGroup } from '../../components/table/ResourceTable'

const TagHeading = lazyPart(async () => ({ default: (await import('./TagHeading')).TagHeading }))

/** A longer one begins folded: a page of ten tags can have thousands of channels. */
const FOLDED_ABOVE = 12

/**
 * `untagged` is how many channels without a tag there are on all pages. What is folded is
 * remembered by the name of the tag for as long as the page is open.
 */
export function useTagGroups(
  channels: readonly ChannelJson[] | undefined,
  untagged: number,
): readonly RowGroup<ChannelJson>[] | undefined {
  const [turned, turn] = useState<ReadonlySet<string>>(new Set())
  const byTag = channels && [...Map.groupBy(channels, ({ tag }) => tag)]
  return byTag?.map(([tag, rows]) => {
    const beginsFolded = tag !== '' && rows.length > FOLDED_ABOVE
    const isOpen = beginsFolded === turned.has(tag)
    const toggle = () => turn((old) => old.symmetricDifference(new Set([tag])))
    return {
      key: `tag ${tag}`,
      heading: (
        <Suspense fallback={tag}>
          <TagHeading
            tag={tag}
            channels={rows}
            count={tag === '' ? untagged : rows.length}
            isOpen={isOpen}
            onToggle={toggle}
          />
        </Suspense>
      ),
      rows: isOpen ? rows : [],
    }
  })
}
