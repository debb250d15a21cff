// SPDX-License-Identifier: MIT
// Compiled with solc 0.8.37 (npm package `solc`, soljson 0.8.37), optimizer on with 200 runs, evmVersion paris,
// metadata.bytecodeHash none. The result is next to this file in test-token.json (abi, bytecode).
pragma solidity ^0.8.20;

/// The token of the local chain: a plain ERC-20 (EIP-20) with 6 decimals, like the real USDC. It is worthless: anyone
/// can mint any amount to anyone.
contract TestToken {
    string public constant name = "Worthless Test Dollar";
    string public constant symbol = "USDC";
    uint8 public constant decimals = 6;

    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function mint(address to, uint256 value) external {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        _move(from, to, value);
        return true;
    }

    function _move(address from, address to, uint256 value) private {
        require(to != address(0), "transfer to the zero address");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
