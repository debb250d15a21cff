// SPDX-License-Identifier: MIT
// Compiled with solc 0.8.37 (npm package `solc`, soljson 0.8.37), optimizer on with 200 runs, evmVersion paris,
// metadata.bytecodeHash none. The result is next to this file in deposit-sweeper.json: abi, bytecode, deployedBytecode
// and immutableReferences. The last gives, by name, the byte offsets in deployedBytecode where 32 bytes are inserted.
pragma solidity ^0.8.20;

/// The contract that deposit addresses delegate to (EIP-7702), so that the tokens of many of them move in one
/// transaction. It can send tokens to one address only. This address, and the account that may start it, are fixed in
/// its code when it is deployed. It has no storage, no owner, and accepts no coins: nobody can change it, and nothing
/// can be left in it.
contract DepositSweeper {
    /// The address that gets every token: the hot wallet.
    address public immutable destination;
    /// The account that may start it and pays the gas: the wallet that deployed it.
    address public immutable operator;
    /// The address of this contract, even while its code runs at a deposit address.
    address private immutable self;

    constructor(address destination_) {
        destination = destination_;
        operator = msg.sender;
        self = address(this);
    }

    /// A deposit address still accepts native coin. This code can't send that coin anywhere.
    receive() external payable {}

    /// Called by the operator, on this contract. Empties all the given addresses, or none of them.
    function collect(address token, address[] calldata from, uint256[] calldata amounts) external {
        require(msg.sender == operator, "not the operator");
        for (uint256 i = 0; i < from.length; i++) DepositSweeper(payable(from[i])).sweep(token, amounts[i]);
    }

    /// Runs at a deposit address, called by this contract.
    function sweep(address token, uint256 amount) external {
        require(msg.sender == self, "not the sweeper");
        // transfer(address,uint256) of a token that returns true or, like USDT, nothing
        (bool done, bytes memory answer) = token.call(abi.encodeWithSelector(0xa9059cbb, destination, amount));
        require(done && (answer.length == 0 || abi.decode(answer, (bool))), "the token refused");
    }
}
