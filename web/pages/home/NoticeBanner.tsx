import { BellIcon, XIcon } from '@primer/octicons-react'
import { Button, IconButton } from '@primer/react'
import { Suspense } from 'react'
import { useText } from '../../app/language'
import { lazyPart } from '../../components/late/lazy-part'
import { useNotice } from './use-notice'
import './notice.css'

const SafeHtml = lazyPart(() => import('../../components/text/SafeHtml'))

/** Takes the place of what is still being made of it: without marks and tags. */
function plain(markdown: string): string {
  return markdown.replace(/<[^>]*>|\[|\]\([^)]*\)|[*_`#]+/g, '')
}

/**
 * The announcement above the page: by itself once, and again when it changes. It is no dialog,
 * because nothing that is announced is worth the words that somebody is typing.
 */
export function NoticeBanner() {
  const { text } = useText()
  const { notice, isNew, isQuiet, see, quiet } = useNotice()
  if (!isNew || isQuiet) return null
  return (
    <section className="notice-banner" aria-label={text('home.notice')}>
      <BellIcon size={16} />
      <div className="notice-text">
        <Suspense fallback={<p className="prose">{plain(notice)}</p>}>
          <SafeHtml markdown={notice} />
        </Suspense>
      </div>
      <Button size="small" variant="invisible" onClick={quiet}>
        {text('home.notice_quiet')}
      </Button>
      <IconButton
        icon={XIcon}
        size="small"
        variant="invisible"
        aria-label={text('ui.close')}
        onClick={see}
      />
    </section>
  )
}
