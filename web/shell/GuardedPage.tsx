import { CircleSlashIcon, type Icon, KeyIcon } from '@primer/octicons-react'
import { LinkButton } from '@primer/react'
import { Suspense, useEffect, useState } from 'react'
import { Link, Redirect } from 'wouter'
import { askForTexts, useText } from '../app/language'
import { mayOpen, mayOpenPage } from '../app/may-open'
import { useViewer } from '../app/session'
import { useSite } from '../app/site'
import type { LatePart } from '../components/late/lazy-part'
import { Blank } from '../components/page/Blank'
import { PageSkeleton } from '../components/page/PageSkeleton'
import { TabTitle } from '../components/page/TabTitle'
import type { RouteRow } from '../routes'
import { Arrival } from './Arrival'
import { PageBoundary } from './PageBoundary'

interface GuardedPageProps {
  readonly row: RouteRow
  readonly page: LatePart<object>
}

/** A page for those who may open it; others are sent to log in or shown why not. */
export function GuardedPage({ row, page }: GuardedPageProps) {
  const { text } = useText()
  const site = useSite()
  const viewer = useViewer()
  if (row.access !== 'anonymous' && viewer === undefined) {
    const next = new URLSearchParams({ next: location.pathname + location.search })
    return <Redirect to={`/login?${next}`} replace />
  }
  const isAllowed = mayOpenPage(row, viewer?.role)
  const isOn = row.isOn?.(site) ?? true
  const isOpen = isAllowed && isOn
  if (isOpen) askForTexts(row.paths[0])
  return (
    <PageBoundary>
      <TabTitle title={text(row.title)} />
      {isOpen && <OpenPage page={page} />}
      {!isAllowed && (
        <Instead
          icon={KeyIcon}
          title={text('failure.denied')}
          message={text('failure.denied_text', { name: viewer?.username ?? '' })}
        />
      )}
      {isAllowed && !isOn && (
        <Instead
          icon={row.menu?.icon ?? CircleSlashIcon}
          title={text('failure.switched_off', { page: text(row.title) })}
          message={text(
            mayOpen('root', viewer?.role)
              ? 'failure.switched_off_here'
              : 'failure.switched_off_text',
          )}
        />
      )}
    </PageBoundary>
  )
}

/**
 * Waits for the page by itself: React leaves what stands for a late part in its place for 300 ms,
 * and a page is here after a tenth of that.
 */
function OpenPage({ page: Page }: Pick<GuardedPageProps, 'page'>) {
  const [isSettled, setSettled] = useState(Page.hasArrived)
  useEffect(() => {
    let isShown = true
    void Page.arrival().then(() => isShown && setSettled(true))
    return () => {
      isShown = false
    }
  }, [Page])
  if (!isSettled) return <PageSkeleton />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Page />
      <Arrival />
    </Suspense>
  )
}

interface InsteadProps {
  readonly icon: Icon
  readonly title: string
  readonly message: string
}

/** What stands where the page is not. */
function Instead(props: InsteadProps) {
  const { text } = useText()
  return (
    <>
      <Blank isPage {...props}>
        <LinkButton as={Link} href="/overview">
          {text('failure.go_overview')}
        </LinkButton>
      </Blank>
      <Arrival />
    </>
  )
}
