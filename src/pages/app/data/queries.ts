import {
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Asking, DataOf, ItemOf, ListPath, PathOf } from '../../../client/client.js';
import { api, readSession, type AppSession } from './session.js';

/** Lists and objects are read again this often while they are seen. */
const REFRESH_MS = 10_000;
const PAGE_LENGTH = 25;

export const queryClient = new QueryClient({
  defaultOptions: {
    // The client repeats what may pass; React Query would multiply that.
    queries: { retry: false, staleTime: 2_000, refetchOnWindowFocus: true, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

export const SESSION_KEY = ['session'] as const;

export const useSession = (): UseQueryResult<AppSession | null> =>
  useQuery({ queryKey: SESSION_KEY, queryFn: readSession, staleTime: Infinity });

/** Whether the person may do this. The API decides; a page only leaves out what would be refused. */
export function useCan(scope: string): boolean {
  return useSession().data?.member.scopes.includes(scope) ?? false;
}

type GetAsking<P extends PathOf<'get'>> = Omit<Asking<P, 'get'>, 'signal'>;

/** Reads one object, and again while it is seen. `refresh: false`: it hardly changes. */
export function useRead<P extends PathOf<'get'>>(
  path: P,
  asking: GetAsking<P>,
  { refresh = true, enabled = true }: { readonly refresh?: boolean; readonly enabled?: boolean } = {},
): UseQueryResult<DataOf<P, 'get'>> {
  return useQuery({
    queryKey: [path, asking],
    queryFn: ({ signal }) => (api.get as Reading)(path, { ...asking, signal }) as Promise<DataOf<P, 'get'>>,
    refetchInterval: refresh ? REFRESH_MS : false,
    enabled,
  });
}
type Reading = (path: string, asking: object) => Promise<unknown>;

/** A list as far as it was asked for. */
export interface ListOf<Item> {
  readonly items: readonly Item[];
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
  /** Stops reading again, so that no row moves under the pointer. */
  readonly hold: (isHeld: boolean) => void;
}

const held = new Set<string>();

/** Reads a list page by page, and what is shown of it again while it is seen. */
export function useList<P extends ListPath>(
  path: P,
  query: Readonly<Record<string, string | undefined>> = {},
  { limit = PAGE_LENGTH, enabled = true }: { readonly limit?: number; readonly enabled?: boolean } = {},
): ListOf<ItemOf<P>> {
  const key = JSON.stringify([path, query]);
  // A list that is left is held by nobody.
  useEffect(() => () => void held.delete(key), [key]);
  const found = useInfiniteQuery({
    queryKey: [path, query, limit],
    queryFn: ({ pageParam, signal }) =>
      (api.list as unknown as ListReading<ItemOf<P>>)(path, {
        query: { ...query, limit, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: () => (held.has(key) ? false : REFRESH_MS),
    placeholderData: keepPreviousData,
    enabled,
  });
  return {
    items: found.data?.pages.flatMap(({ data }) => data) ?? [],
    isPending: found.isPending && enabled,
    error: found.error,
    hasMore: found.hasNextPage,
    isLoadingMore: found.isFetchingNextPage,
    loadMore: () => void found.fetchNextPage(),
    retry: () => void found.refetch(),
    hold: (isHeld) => {
      if (isHeld) held.add(key);
      else held.delete(key);
    },
  };
}
type ListReading<Item> = (
  path: string,
  asking: object,
) => Promise<{ readonly data: readonly Item[]; readonly nextCursor: string | null }>;

/** Reads the first of a list, and nothing of it. It fails as the whole list would. */
export async function readFirstRow(
  path: ListPath,
  query: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  await (api.list as unknown as ListReading<unknown>)(path, { query: { ...query, limit: 1 } });
}

/** Lets the browser keep what a path answers, in this session. */
export function saveFile(path: string, query: Readonly<Record<string, string | undefined>>): void {
  const asked = Object.entries(query).filter((each): each is [string, string] => each[1] !== undefined);
  const link = document.createElement('a');
  link.href = `${path}?${new URLSearchParams(asked).toString()}`;
  link.download = '';
  link.click();
}

/** An order to the API. Everything that is shown is read again afterwards, for one order may move many figures. */
export function useOrder<Given, Made>(
  send: (given: Given) => Promise<Made>,
  then?: (made: Made, given: Given) => void,
): UseMutationResult<Made, Error, Given> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (made, given) => {
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
      then?.(made, given);
    },
  });
}
