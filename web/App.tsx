/** Providers, then the frame, then the page that the address names. */
import { BaseStyles } from '@primer/react'
import { ThemeProvider } from '@primer/react/next'
import { SWRConfig, type SWRConfiguration } from 'swr'
import { matchRoute, Route, useLocation, useRouter } from 'wouter'
import type { ApiError } from '../server/domain/api-calls/answer'
import { ToastProvider } from './app/Toasts'
import { useTheme } from './app/theme'
import { ConfirmationProvider } from './components/overlay/Confirm'
import { NotFound } from './components/page/NotFound'
import { PAGES } from './page-map'
import { ROUTES } from './routes'
import { Arrival } from './shell/Arrival'
import { GuardedPage } from './shell/GuardedPage'
import { SecondFactor } from './shell/SecondFactor'
import { Shell } from './shell/Shell'
import { SignInAgain } from './shell/SignInAgain'
import { SiteProvider } from './shell/SiteProvider'

const COLOR_MODES = { light: 'day', dark: 'night', auto: 'auto' } as const

/** Calls are limited per user, so nothing is read again just because a window got the focus. */
const READING: SWRConfiguration<unknown, ApiError> = {
  revalidateOnFocus: false,
  shouldRetryOnError: ({ willRetry }) => willRetry,
  onErrorRetry: (...args) => {
    const [{ retryAfterSeconds }, , , revalidate, options] = args
    setTimeout(() => void revalidate(options), retryAfterSeconds * 1000)
  },
}

export function App() {
  const theme = useTheme()
  return (
    <ThemeProvider contextOnly colorMode={COLOR_MODES[theme]}>
      <BaseStyles>
        <SWRConfig value={READING}>
          <ToastProvider>
            <ConfirmationProvider>
              <SiteProvider>
                <Pages />
                <SignInAgain />
                <SecondFactor />
              </SiteProvider>
            </ConfirmationProvider>
          </ToastProvider>
        </SWRConfig>
      </BaseStyles>
    </ThemeProvider>
  )
}

/** The frame stays while pages change in it. */
function Pages() {
  const { parser } = useRouter()
  const [path] = useLocation()
  const isHere = (pattern: string): boolean => matchRoute(parser, pattern, path)[0]
  const row = ROUTES.find(({ paths }) => paths.some(isHere))
  const page = row?.paths[0] ?? path
  return (
    <Shell frame={row?.frame ?? 'public'} page={page}>
      {row === undefined ? (
        <>
          <NotFound />
          <Arrival />
        </>
      ) : (
        <Route key={page} path={row.paths.find(isHere) ?? page}>
          <GuardedPage row={row} page={PAGES[row.paths[0]]} />
        </Route>
      )}
    </Shell>
  )
}
