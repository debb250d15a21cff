import {
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Asking, DataOf, ItemOf, ListPath, PathOf } from '../../../client/client.js';
import { holdFocus } from './focus.js';
import { failureAfter, mayBeDone, postOnce, type PostOnce } from './post-once.js';
import { api, readSession, type AppSession } from './session.js';

/** Lists and objects are read again this often while they are shown. */
const REFRESH_MS = 10_000;
/** A summary over many days is read again this often. */
export const SELDOM_MS = 60_000;
/** Something that changes within a moment is read this often in ms, at most `SOON_MAX` times. */
const SOON_MS = 1_000;
const SOON_MAX = 20;
const PAGE_LENGTH = 25;

export const queryClient = new QueryClient({
  defaultOptions: {
    // The client already repeats requests after a passing failure. React Query would multiply that.
    queries: { retry: false, staleTime: 2_000, refetchOnWindowFocus: true, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

export const SESSION_KEY = ['session'] as const;

export const useSession = (): UseQueryResult<AppSession | null> =>
  useQuery({ queryKey: SESSION_KEY, queryFn: readSession, staleTime: Infinity });

/** Says whether the person has a scope. The API decides; a page only leaves out what the API would refuse. */
export function useCan(scope: string): boolean {
  return useSession().data?.member.scopes.includes(scope) ?? false;
}

type GetAsking<P extends PathOf<'get'>> = Omit<Asking<P, 'get'>, 'signal'>;

/**
 * Reads one object, and reads it again while it is shown. `refresh`: false if it hardly changes, or the interval in ms.
 * `stays`: it must not change under the reader, so it is not read again, even when they come back from another window.
 * `changesSoon`: it is read again every second, for a while.
 */
export function useRead<P extends PathOf<'get'>>(
  path: P,
  asking: GetAsking<P>,
  { refresh = true, stays = false, enabled = true, changesSoon }: ReadOptions<DataOf<P, 'get'>> = {},
): UseQueryResult<DataOf<P, 'get'>> {
  return useQuery({
    queryKey: [path, asking],
    queryFn: ({ signal }) => (api.get as Reading)(path, { ...asking, signal }) as Promise<DataOf<P, 'get'>>,
    refetchInterval: ({ state: { data, status, dataUpdateCount, errorUpdateCount } }) => {
      if (refresh === false || stays) return false;
      const isEarly = status !== 'error' && dataUpdateCount + errorUpdateCount <= SOON_MAX;
      const isSoon = isEarly && data !== undefined && changesSoon?.(data) === true;
      return isSoon ? SOON_MS : refresh === true ? REFRESH_MS : refresh;
    },
    ...(stays && { refetchOnWindowFocus: false, refetchOnReconnect: false }),
    enabled,
  });
}
interface ReadOptions<Data = unknown> {
  readonly refresh?: boolean | number;
  readonly stays?: boolean;
  readonly enabled?: boolean;
  readonly changesSoon?: (data: Data) => boolean;
}
type Reading = (path: string, asking: object) => Promise<unknown>;

/** The longest page of a list. */
const PAGE_LENGTH_MAX = 100;

/** Reads all pages of a short list that must be complete, such as that of the balances. */
export function useWhole<P extends ListPath>(
  path: P,
  asking: { readonly path?: Readonly<Record<string, string>> } = {},
  { refresh = true, enabled = true }: Pick<ReadOptions, 'refresh' | 'enabled'> = {},
): UseQueryResult<readonly ItemOf<P>[]> {
  return useQuery({
    queryKey: [path, asking, 'whole'],
    queryFn: async ({ signal }) => {
      const items: ItemOf<P>[] = [];
      for (let cursor: string | undefined; ;) {
        const asked = { ...asking, query: { limit: PAGE_LENGTH_MAX, cursor }, signal };
        const page = await (api.list as unknown as ListReading<ItemOf<P>>)(path, asked);
        items.push(...page.data);
        if (page.nextCursor === null) return items;
        cursor = page.nextCursor;
      }
    },
    refetchInterval: refresh === true ? REFRESH_MS : refresh,
    enabled,
  });
}

/** A list, as far as it is loaded. */
export interface ListOf<Item> {
  readonly items: readonly Item[];
  /** Also true while the items still answer the previous query. */
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
  /** Identifies the query that the items answer. It changes after each order given here, and when the page is opened anew. */
  readonly question: string;
}

/**
 * Says whether a list has something to show: rows, or the reason why they could not be read. Some lists are left out if
 * they have nothing.
 */
export const hasSomething = ({ items, error }: Pick<ListOf<unknown>, 'items' | 'error'>): boolean =>
  items.length > 0 || error !== null;

/** Counts the orders given in this window. Rows that an order has made are expected, so they are shown at once. */
let orders = 0;

/** Reads a list page by page. The loaded pages are read again while they are shown. */
export function useList<P extends ListPath>(
  path: P,
  query: Readonly<Record<string, string | undefined>> = {},
  { limit = PAGE_LENGTH, enabled = true, of }: ListOptions = {},
): ListOf<ItemOf<P>> {
  const found = useInfiniteQuery({
    queryKey: [path, of, query, limit],
    queryFn: async ({ pageParam, signal }) => {
      const question = JSON.stringify([path, of, query, orders]);
      const asking = { path: of, query: { ...query, limit, cursor: pageParam }, signal };
      return { ...(await (api.list as unknown as ListReading<ItemOf<P>>)(path, asking)), question };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // The loaded pages are read again one after another. However many there are, they take as many requests a minute.
    refetchInterval: ({ state }) => REFRESH_MS * Math.max(1, state.data?.pages.length ?? 1),
    placeholderData: keepPreviousData,
    enabled,
  });
  return {
    items: found.data?.pages.flatMap(({ data }) => data) ?? [],
    isPending: (found.isPending || found.isPlaceholderData) && enabled,
    error: found.error,
    hasMore: found.hasNextPage,
    isLoadingMore: found.isFetchingNextPage,
    loadMore: () => void found.fetchNextPage(),
    retry: () => void found.refetch(),
    question: `${found.data?.pages[0]?.question ?? ''} ${found.isFetchedAfterMount ? 'here' : 'before'}`,
  };
}
interface ListOptions {
  readonly limit?: number;
  readonly enabled?: boolean;
  /** The parameters of the path: whose list it is. */
  readonly of?: Readonly<Record<string, string>>;
}
type ListReading<Item> = (
  path: string,
  asking: object,
) => Promise<{ readonly data: readonly Item[]; readonly nextCursor: string | null }>;

/** Reads the first row of a list and ignores it. It fails where the whole list would fail. */
export async function readFirstRow(
  path: ListPath,
  query: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  await (api.list as unknown as ListReading<unknown>)(path, { query: { ...query, limit: 1 } });
}

/** Lets the browser save the answer of a path as a file, with the cookies of this session. */
export function saveFile(path: string, query: Readonly<Record<string, string | undefined>>): void {
  const asked = Object.entries(query).filter((each): each is [string, string] => each[1] !== undefined);
  const link = document.createElement('a');
  link.href = `${path}?${new URLSearchParams(asked).toString()}`;
  link.download = '';
  link.click();
}

/** Sends an order. A POST that creates something goes through `post`, so that it is carried out once. */
export type Send<Given, Made> = (given: Given, post: PostOnce) => Promise<Made>;

/** Called once an order is carried out. Returns a promise if it leads to another page. */
export type Then<Given, Made> = (made: Made, given: Given) => void | Promise<void>;

type Give<Given> = (given: Given, options?: { readonly onError?: (error: Error) => void }) => void;

/** An order, as pages give it. */
export interface Order<Given, Made> {
  /** `onError` is called even if the page was left meanwhile. */
  readonly mutate: Give<Given>;
  /** True also after the order has led away, until its page is gone. */
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly data: Made | undefined;
  /** The input of the latest attempt. */
  readonly variables: Given | undefined;
  readonly reset: () => void;
}

/**
 * Sends an order. An attempt without an answer stays open after a later refusal, which says nothing about it.
 * `postOnce` does the same for the attempts of one request with a key: there, nothing is open once the API has answered
 * that key for good. A corrected form is another request.
 */
function useAttempts<Given, Made>(send: Send<Given, Made>): (given: Given) => Promise<Made> {
  // The attempts that got no answer, by their request with a key; null: without a key.
  const lost = useRef(new Map<string | null, Error>()).current;
  return async (given) => {
    const sent: { keyed: string | null } = { keyed: null };
    const post: PostOnce = (path, asking) => {
      sent.keyed = JSON.stringify([path, asking]);
      return postOnce(path, asking);
    };
    try {
      const made = await send(given, post);
      lost.delete(sent.keyed);
      return made;
    } catch (thrown) {
      const error = thrown as Error;
      if (mayBeDone(error)) lost.set(sent.keyed, error);
      else if (sent.keyed !== null) lost.delete(sent.keyed);
      const [earlier = null] = lost.values();
      throw failureAfter(earlier, error);
    }
  };
}

/**
 * An order to the API. Everything that is shown is read again afterwards, because one order may change many figures. The
 * same order is given only once at a time.
 */
export function useOrder<Given, Made>(send: Send<Given, Made>, then?: Then<Given, Made>): Order<Given, Made> {
  const client = useQueryClient();
  const [isLeaving, setLeaving] = useState(false);
  const underWay = useRef(new Map<Given, ((error: Error) => void) | undefined>());
  const attempt = useAttempts(send);
  const readAgain = (): Promise<void> => {
    orders += 1;
    return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
  };
  const { mutate, isPending, error, data, variables, reset } = useMutation({
    mutationFn: attempt,
    onSuccess: (made, given) => {
      void readAgain().then(() => requestAnimationFrame(holdFocus));
      const leaving = then?.(made, given);
      if (leaving === undefined) underWay.current.delete(given);
      else setLeaving(true);
    },
    // React Query calls these always. It does not call the options of `mutate` after the page was left.
    onError: (failed, given) => {
      const tell = underWay.current.get(given);
      underWay.current.delete(given);
      if (mayBeDone(failed)) void readAgain();
      tell?.(failed);
    },
  });
  return {
    error,
    data,
    variables,
    reset,
    isPending: isPending || isLeaving,
    mutate: (given, options) => {
      // The second half of a double click may come before the button is drawn as busy.
      if (underWay.current.has(given)) return;
      underWay.current.set(given, options?.onError);
      (mutate as Give<Given>)(given);
    },
  };
}
