-- the cancellation transaction from before is replaced by one with a higher fee
INSERT INTO sent_transactions (chain_code, tx_hash, from_address, nonce, raw_transaction, withdrawal_id, replaces,
    max_fee_per_gas_wei, max_cost_wei, purpose) VALUES
  ('local', '0x' || repeat('be', 32), '0x00000000000000000000000000000000000000b1', 8, '0x02', 'wd_00000000000000000000000008',
   '0x' || repeat('bf', 32), 2000000000, 200000000000000, 'cancellation');
